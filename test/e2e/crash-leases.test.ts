import { describe, test } from "vitest";
import { blocked, raceFrozenWorkers, stopped } from "../prove/race-run.ts";
import { onStage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

/** Both wait for two leases with mail in flight; `npm run prove -- --only race` sends ten times as much. */
const short = { rate: 20 };

/** These mostly wait for leases to end, so they wait together. */
describe.concurrent("recipients of a frozen worker are taken over", () => {
  test("stopped for two leases and resumed, it sends and records nothing of its lost leases (F4)", async (context) => {
    const directory = await ownDirectory(context);
    const report = await onStage({ directory, args: ["--workers", "3"] }, (stage) =>
      raceFrozenWorkers(stage, stopped, short),
    );
    context.expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    context.expect(report.fenced).toBeGreaterThan(0);
  });

  test("the same with an event loop that is blocked for two leases (F5)", async (context) => {
    const directory = await ownDirectory(context);
    const faults = new URL("./faults-on-signal.ts", import.meta.url).href;
    const env = { NODE_OPTIONS: `--import=${faults}` };
    const report = await onStage({ directory, env, args: ["--workers", "3"] }, (stage) =>
      raceFrozenWorkers(stage, blocked, short),
    );
    context.expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    context.expect(report.fenced).toBeGreaterThan(0);
  });
});
