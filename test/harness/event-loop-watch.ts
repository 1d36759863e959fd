import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoopMonitor, type Stretch } from "./loop-monitor.ts";
import { slowness } from "./slowness.ts";
import { until } from "./until.ts";

export type Blocked = Stretch & { process: string };
/** The output of event-loop-preload.ts: one file for each process. */
export type LoopReport = { process: string; pid: number; writtenAt: number; stretches: Stretch[] };

const preload = new URL("./event-loop-preload.ts", import.meta.url).href;

/**
 * Watches the event loops of all processes of a program under test, as processor time of their main threads, so that a busy
 * machine does not fail the test:
 *
 *   const watch = await watchEventLoops();
 *   const posthouse = await startPosthouse({ env: watch.env });
 *   const worst = await watch.during(() => fetch(…));   // { process: "api", cpuMs, wallMs }
 *
 * `during` returns after each living process has turned its loop once more, so that nothing is missed.
 */
export async function watchEventLoops() {
  const directory = await mkdtemp(join(tmpdir(), "event-loops-"));
  const read = async (): Promise<LoopReport[]> => {
    const names = (await readdir(directory)).filter((name) => name.endsWith(".json"));
    return await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(directory, name), "utf8"))),
    );
  };
  const settled = async (): Promise<LoopReport[]> => {
    const now = Date.now();
    return await until(
      async () => {
        const reports = (await read()).filter(({ pid }) => isAlive(pid));
        return reports.every(({ writtenAt }) => writtenAt > now) && reports;
      },
      { within: 120_000, what: "each process to turn its event loop" },
    );
  };
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, EVENT_LOOP_WATCH: directory },
    /** The longest block of any process while `work` ran; null: none of 15 ms or more. */
    during: async (work: () => Promise<unknown>): Promise<Blocked | null> => {
      // Earlier blocks have been written by then.
      await settled();
      const since = Date.now();
      await work();
      return longest(await settled(), since);
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Measures up to three times, until a result is below the limit. Returns the lowest, which is closest to that of a quiet machine. */
export async function leastBlocked<S extends Stretch>(
  barMs: number,
  measure: () => Promise<S | null>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && least >= barMs; n += 1) {
    const cpuMs = (await measure())?.cpuMs ?? 0;
    // The slowness only reduces a result that is too high.
    least = Math.min(least, cpuMs < barMs ? cpuMs : cpuMs / slowness());
  }
  return least;
}

/** The same for the event loop of this thread. */
export async function blockedHere(work: () => Promise<unknown>): Promise<Stretch | null> {
  const monitor = new LoopMonitor();
  try {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const since = Date.now();
    await work();
    return monitor.stretches(since)[0] ?? null;
  } finally {
    monitor.stop();
  }
}

function longest(reports: LoopReport[], since: number): Blocked | null {
  const all = reports.flatMap(({ process, stretches }) =>
    stretches.filter(({ at }) => at >= since).map((one) => ({ process, ...one })),
  );
  return all.sort((one, other) => other.cpuMs - one.cpuMs)[0] ?? null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
