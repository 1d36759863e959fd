import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, Posthouse } from "../test/harness/posthouse.ts";
import { memoryOf } from "../test/harness/processes.ts";
import { until } from "../test/harness/until.ts";
import { median, type Row, round } from "./report.ts";

/**
 * Measures the time of cold starts until ready, the first one with an empty data directory, and the memory of the idle Node
 * processes.
 */
export async function measureStart({ rounds }: { rounds: number }): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "posthouse-bench-"));
  const posthouse = new Posthouse({
    dataDir,
    port: await freePort(),
    roles: "all",
    env: { LOG_LEVEL: "warn" },
  });
  const first = await secondsToStart(posthouse);
  // The first processes of a fresh clone also hold the compiler; later ones use the compile cache.
  const firstMemory = await idleMemory(posthouse);
  await posthouse.stop();
  const later: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    later.push(await secondsToStart(posthouse));
    if (round < rounds - 1) await posthouse.stop();
  }
  const memory = await idleMemory(posthouse);
  await posthouse.stop();
  await rm(dataDir, { recursive: true, force: true });
  return [
    {
      what: "cold start to ready, first",
      value: first,
      unit: "s",
      bar: { most: 5 },
      behind: "with initdb and migrations",
    },
    {
      what: "cold start to ready, later",
      value: median(later),
      unit: "s",
      bar: { most: 2 },
      behind: `${rounds} starts`,
    },
    {
      what: "idle memory of the node processes",
      value: memory.pss,
      unit: "MB",
      bar: { most: 200 },
      behind: `${memory.processes} processes; shared pages counted once (sum of RSS: ${round(memory.rss)} MB); after the first start ${round(firstMemory.pss)} MB`,
    },
  ];
}

async function secondsToStart(posthouse: Posthouse): Promise<number> {
  const start = performance.now();
  await posthouse.start();
  return (performance.now() - start) / 1_000;
}

/** After start-up the heap shrinks for a while, so memory is measured after it is stable. */
async function idleMemory(posthouse: Posthouse) {
  const pids = [
    posthouse.pid,
    ...posthouse.rolePids("api"),
    ...posthouse.rolePids("worker"),
    ...posthouse.rolePids("smtp"),
  ];
  const measure = () => {
    const all = pids.map(memoryOf);
    const megabytes = (kind: "rss" | "pss") => all.reduce((sum, one) => sum + one[kind], 0) / 1e6;
    return { processes: pids.length, rss: megabytes("rss"), pss: megabytes("pss") };
  };
  let last = measure();
  await until(
    () => {
      const now = measure();
      const isSteady = Math.abs(now.pss - last.pss) < 1;
      last = now;
      return isSteady;
    },
    { within: 30_000, what: "steady memory", every: 3_000 },
  );
  return last;
}
