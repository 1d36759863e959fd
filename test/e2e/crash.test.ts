import { describe, expect, test } from "vitest";
import { killApiAroundCommit } from "../prove/api-run.ts";
import { terminateBackends } from "../prove/backend-run.ts";
import { proveBacklog } from "../prove/backlog/backlog-run.ts";
import { jumpClocks, shiftableClocks } from "../prove/clock-run.ts";
import { proveCrashes } from "../prove/crash-run.ts";
import { onStage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

describe("accepted mail arrives, with an explanation for each second copy", () => {
  test("under one kill each of API, worker, both, PostgreSQL and supervisor (`npm run prove -- --only crash` for 100 kills) (F1, F2, F6)", async (context) => {
    const seed = Math.floor(Math.random() * 1e9);
    const directory = await ownDirectory(context);
    const targets = ["api", "worker", "both", "postgres", "supervisor"] as const;
    const report = await proveCrashes({ kills: 5, targets, rate: 30, acceptedLeast: 201, seed, directory });
    // The seed repeats the order of targets and pauses, not the scheduling.
    expect(report, `npm run prove -- --only crash --kills 5 --seed ${seed}`).toMatchObject({
      verdict: faultless,
      misrecorded: [],
    });
    expect(new Set(report.disruptions.map(({ target }) => target))).toEqual(new Set(targets));
    expect(report.verdict.accepted).toBeGreaterThan(200);
  });

  test("with a standing backlog under 3 kills and a database that is read-only, slow or full: no event or attempt without a try (`npm run prove -- --only backlog` for 50,000) (F1, F6, F9)", async (context) => {
    const seed = Math.floor(Math.random() * 1e9);
    const directory = await ownDirectory(context);
    const report = await proveBacklog({ kills: 3, backlog: 300, seed, directory });
    expect(report, `npm run prove -- --only backlog --kills 3 --backlog 300 --seed ${seed}`).toMatchObject({
      verdict: faultless,
      misrecorded: [],
      unbacked: [],
      refusals: [],
    });
    expect(report.verdict.accepted).toBeGreaterThanOrEqual(300);
  });

  test("on one program: clocks jump by a day, back by a day and by 400 days; database connections close at random, responses are 503 and nothing worse; the API is killed before, in and after its commit, emails are stored completely or not at all (F12, F6, C30, F1, C31)", async (context) => {
    const directory = await ownDirectory(context);
    const env = await shiftableClocks(directory);
    const { clocks, closing, commit } = await onStage({ directory, env }, async (stage) => ({
      clocks: await jumpClocks(stage, { env, rate: 40, acceptedPerJump: 40 }),
      closing: await terminateBackends(stage, { seconds: 5, rate: 60 }),
      commit: await killApiAroundCommit(stage),
    }));
    expect(clocks).toMatchObject({ verdict: faultless, misrecorded: [] });
    expect(closing).toMatchObject({ verdict: faultless, misrecorded: [] });
    expect(closing.terminated).toBeGreaterThan(10);
    expect(closing.statuses.filter((status) => status !== 503)).toEqual([]);
    expect(closing.verdict.unanswered).toBe(0);
    expect(commit).toMatchObject({ halves: 0, answers: ["unanswered", "unanswered"] });
    expect(commit.copies).toMatchObject({ reading: 0, committed: 1 });
    expect([0, 1]).toContain(commit.copies.inserting);
  });
});
