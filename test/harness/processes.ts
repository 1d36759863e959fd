import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Information about processes on Linux, for tests that kill and inspect them. */

/** Reads only files of the parent: tests poll this, and reading those of all processes took a third of a core. */
export function childrenOf(parent: number): number[] {
  const pids = threadsOf(parent).flatMap((thread) =>
    readProc(`${parent}/task/${thread}/children`).split(" "),
  );
  return pids.filter(Boolean).map(Number);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

export function commandLine(pid: number): string[] {
  return readProc(`${pid}/cmdline`).split("\0").filter(Boolean);
}

export function environmentOf(pid: number): Map<string, string> {
  const pairs = readProc(`${pid}/environ`).split("\0").filter(Boolean);
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** False for a zombie, too: it no longer runs, but its parent may reap it late. */
export function isAlive(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== "Z" && state !== "X";
}

/** A process and all that descend from it. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Linux counts processor time in ticks of 10 ms (`getconf CLK_TCK`). */
const MICROS_PER_TICK = 10_000;

/** Processor time of a process and of its children that have ended, in microseconds. */
export function cpuMicrosOf(pid: number): number {
  const stat = readProc(`${pid}/stat`);
  // proc(5): utime, stime, cutime and cstime are fields 14 to 17; the state is field 3.
  const times = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) * MICROS_PER_TICK;
}

/** proc(5): "pid (name) state …"; the name may contain parentheses. */
function stateOf(pid: number): string | undefined {
  const stat = readProc(`${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[0] || undefined;
}

/** The process that has the local end of a TCP connection, identified by both ports, because one port may serve several connections. */
export function ownerOfConnection(
  { near, far }: { near: number; far: number },
  pids: number[],
): number | null {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const line = readProc("net/tcp")
    .split("\n")
    .map((row) => row.trim().split(/\s+/))
    .find(([, local, remote]) => local?.endsWith(hex(near)) && remote?.endsWith(hex(far)));
  if (!line) return null;
  const link = `socket:[${line[9]}]`;
  const holds = (pid: number) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => readLink(`${pid}/fd/${fd}`) === link);
  return pids.find(holds) ?? null;
}

/** The postmaster of the embedded PostgreSQL of a data directory, if it runs. */
export function findPostmaster(dataDir: string): number | null {
  const pid = Number(readText(join(dataDir, "postgres/postmaster.pid")).split("\n")[0]);
  return pid > 0 && isAlive(pid) && commandLine(pid).join(" ").includes("postgres") ? pid : null;
}

/** Memory in bytes: resident (RSS), and proportional (PSS), which counts shared memory once. */
export function memoryOf(pid: number): { rss: number; pss: number } {
  const rollup = readProc(`${pid}/smaps_rollup`);
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
  return { rss: kilobytes("Rss") * 1024, pss: kilobytes("Pss") * 1024 };
}

function readLink(path: string): string {
  try {
    return readlinkSync(`/proc/${path}`);
  } catch {
    return "";
  }
}

function readProc(path: string): string {
  return readText(`/proc/${path}`);
}

/** Returns an empty text for a missing file, because processes may end while they are inspected. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
