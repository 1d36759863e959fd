import { describe, test } from "vitest";
import { blocked, raceFrozenWorkers, stopped } from "../prove/race-run.ts";
import { onStage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

/** Both wait for two leases, with mail under way; how much of it there is, `npm run prove -- --only race` makes ten times as much. */
const short = { rate: 20 };

/** These mostly wait for leases to end, so they wait together. */
describe.concurrent("what a sleeping worker leaves behind is taken over", () => {
  test("F4 it is stopped for two leases and wakes up: it sends and records nothing that is not its own any more", async (context) => {
    const directory = await ownDirectory(context);
    const report = await onStage({ directory, args: ["--workers", "3"] }, (stage) =>
      raceFrozenWorkers(stage, stopped, short),
    );
    context.expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    context.expect(report.fenced).toBeGreaterThan(0);
  });

  test("F5 its event loop is blocked for two leases: the same", async (context) => {
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
