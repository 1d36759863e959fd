import { describe, expect, test } from "vitest";
import { killApiAroundCommit } from "../prove/api-run.ts";
import { terminateBackends } from "../prove/backend-run.ts";
import { proveBacklog } from "../prove/backlog/backlog-run.ts";
import { jumpClocks } from "../prove/clock-run.ts";
import { proveCrashes } from "../prove/crash-run.ts";
import { onStage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

describe("accepted mail arrives, with an explanation for each second copy", () => {
  test("under 6 kills of API, worker, both, PostgreSQL and supervisor (`npm run prove -- --only crash` for 100) (F1, F2, F6)", async (context) => {
    const seed = Math.floor(Math.random() * 1e9);
    const directory = await ownDirectory(context);
    const report = await proveCrashes({ kills: 6, rate: 60, acceptedLeast: 301, seed, directory });
    // The seed repeats the order of targets and pauses, not the scheduling.
    expect(report, `npm run prove -- --only crash --kills 6 --seed ${seed}`).toMatchObject({
      verdict: faultless,
      misrecorded: [],
    });
    expect(report.disruptions).toHaveLength(6);
    expect(report.verdict.accepted).toBeGreaterThan(300);
  });

  test("with a standing backlog under 6 kills and a database that is read-only, slow or full: no event or attempt without a try (`npm run prove -- --only backlog` for 50,000) (F1, F6, F9)", async (context) => {
    const seed = Math.floor(Math.random() * 1e9);
    const directory = await ownDirectory(context);
    const report = await proveBacklog({ kills: 6, backlog: 300, seed, directory });
    expect(report, `npm run prove -- --only backlog --kills 6 --backlog 300 --seed ${seed}`).toMatchObject({
      verdict: faultless,
      misrecorded: [],
      unbacked: [],
      refusals: [],
    });
    expect(report.verdict.accepted).toBeGreaterThanOrEqual(300);
  });

  test("the API is killed before, in and after its commit: emails are stored completely or not at all (F1, C31)", async (context) => {
    const report = await onStage({ directory: await ownDirectory(context) }, killApiAroundCommit);
    expect(report).toMatchObject({ halves: 0, answers: ["unanswered", "unanswered"] });
    expect(report.copies).toMatchObject({ reading: 0, committed: 1 });
    expect([0, 1]).toContain(report.copies.inserting);
  });

  test("while database connections close at random, responses are 503 and nothing worse (F6, C30)", async (context) => {
    const play = onStage({ directory: await ownDirectory(context) }, (stage) =>
      terminateBackends(stage, { seconds: 6, rate: 100 }),
    );
    const report = await play;
    expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    expect(report.terminated).toBeGreaterThan(10);
    expect(report.statuses.filter((status) => status !== 503)).toEqual([]);
    expect(report.verdict.unanswered).toBe(0);
  });

  test("while the clocks jump by a day, back by a day and by 400 days (F12)", async (context) => {
    expect(await jumpClocks(await ownDirectory(context), { rate: 60, acceptedPerJump: 100 })).toMatchObject({
      verdict: faultless,
      misrecorded: [],
    });
  });
});
