import { expect, test } from "vitest";
import { blocked, raceFrozenWorkers, stopped } from "../prove/race-run.ts";
import { onStage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

test("workers that are stopped, or whose event loops are blocked, for two leases and resume send and record nothing of their lost leases (`npm run prove -- --only race` for ten times as much mail) (F4, F5)", async (context) => {
  const directory = await ownDirectory(context);
  const faults = new URL("./faults-on-signal.ts", import.meta.url).href;
  const env = { NODE_OPTIONS: `--import=${faults}` };
  const report = await onStage({ directory, env, args: ["--workers", "5"] }, (stage) =>
    raceFrozenWorkers(stage, [stopped, blocked], { rate: 20, rateWhileFrozen: 2 }),
  );
  expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
  const [ofStopped, ofBlocked] = report.fenced;
  expect(ofStopped).toBeGreaterThan(0);
  expect(ofBlocked).toBeGreaterThan(0);
});
