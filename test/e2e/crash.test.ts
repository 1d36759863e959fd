import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { killApiAroundCommit } from "../prove/api-run.ts";
import { terminateBackends } from "../prove/backend-run.ts";
import { jumpClocks } from "../prove/clock-run.ts";
import { proveCrashes } from "../prove/crash-run.ts";
import { killAtEachPhase } from "../prove/phase-run.ts";
import { blocked, raceFrozenWorkers, stopped } from "../prove/race-run.ts";
import { onStage } from "../prove/stage.ts";

const faultless = { lost: [], unexplainedDuplicates: [], damaged: [], differing: [], strangers: [] };

/** For the ledgers of one test. */
async function ownDirectory({ onTestFinished }: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "crash-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

describe("what was accepted arrives, once or with an excuse", () => {
  test("F1 F2 F6 under 12 kills of API, worker, both, PostgreSQL and supervisor", async (context) => {
    const seed = Math.floor(Math.random() * 1e9);
    const report = await proveCrashes({ kills: 12, seed, directory: await ownDirectory(context) });
    // The seed repeats the order of targets and pauses, not what the scheduler makes of them.
    expect(report, `npm run prove -- --kills 20 --seed ${seed}`).toMatchObject({
      verdict: faultless,
      misrecorded: [],
    });
    expect(report.disruptions).toHaveLength(12);
    expect(report.verdict.accepted).toBeGreaterThan(300);
  });

  test("F1 C31 when the API dies before, in and after its commit: whole or not at all", async (context) => {
    const report = await onStage({ directory: await ownDirectory(context) }, killApiAroundCommit);
    expect(report).toMatchObject({ halves: 0, answers: ["unanswered", "unanswered"] });
    expect(report.copies).toMatchObject({ reading: 0, committed: 1 });
    expect([0, 1]).toContain(report.copies.inserting);
  });

  test("F6 C30 while database connections end at random: 503 and nothing worse", async (context) => {
    const play = onStage({ directory: await ownDirectory(context) }, (stage) =>
      terminateBackends(stage, { seconds: 6 }),
    );
    const report = await play;
    expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    expect(report.terminated).toBeGreaterThan(10);
    expect(report.statuses.filter((status) => status !== 503)).toEqual([]);
    expect(report.verdict.unanswered).toBe(0);
  });

  test("F12 while our clocks jump by a day, back by a day and by 400 days", async (context) => {
    expect(await jumpClocks(await ownDirectory(context))).toMatchObject({
      verdict: faultless,
      misrecorded: [],
    });
  });
});

/** These mostly wait for leases to end, so they wait together. */
describe.concurrent("what a worker leaves behind is taken over", () => {
  test("F2 it dies at each phase of a conversation: a second copy only after the dot", async (context) => {
    const { verdict, copies } = await onStage({ directory: await ownDirectory(context) }, killAtEachPhase);
    context.expect(verdict).toMatchObject(faultless);
    const { answered, ...others } = copies;
    context.expect(others).toEqual({ dot: 2, body: 1, data: 1, rcpt: 1, mail: 1, ehlo: 1, connect: 1 });
    // The reply was under way: the worker may or may not have settled it before it died.
    context.expect([1, 2]).toContain(answered);
  });

  test("F4 it is stopped for two leases and wakes up: it sends and records nothing that is not its own any more", async (context) => {
    const directory = await ownDirectory(context);
    const report = await onStage({ directory, args: ["--workers", "3"] }, (stage) =>
      raceFrozenWorkers(stage, stopped),
    );
    context.expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    context.expect(report.fenced).toBeGreaterThan(0);
  });

  test("F5 its event loop is blocked for two leases: the same", async (context) => {
    const directory = await ownDirectory(context);
    const faults = new URL("./faults-on-signal.ts", import.meta.url).href;
    const env = { NODE_OPTIONS: `--import=${faults}` };
    const report = await onStage({ directory, env, args: ["--workers", "3"] }, (stage) =>
      raceFrozenWorkers(stage, blocked),
    );
    context.expect(report).toMatchObject({ verdict: faultless, misrecorded: [] });
    context.expect(report.fenced).toBeGreaterThan(0);
  });
});
