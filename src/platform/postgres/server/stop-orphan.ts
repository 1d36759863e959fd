import { execFileSync } from "node:child_process";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How often to check whether a process that is not our child is still alive. */
const POLL_MS = 20;
/**
 * A fast shutdown includes a checkpoint, which takes seconds for a busy database. After this time, a recovery at the next
 * start is better than waiting longer.
 */
export const FAST_SHUTDOWN_MS = 12_000;
const IMMEDIATE_SHUTDOWN_MS = 3_000;

/**
 * Stops a postmaster that outlived a killed server. The caller holds the directory's lock, so a postmaster here has no
 * living owner. If the pid file contains the pid of an unrelated process (in a container, perhaps our own), the file is
 * removed, because PostgreSQL would take that process for a postmaster. If the pid is unused, the file stays, because
 * PostgreSQL handles it.
 */
export async function stopOrphan(clusterDir: string): Promise<{ stopped: number | null }> {
  const pidFile = join(clusterDir, "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !signalIfAlive(pid, 0)) return { stopped: null };
  const isOurs = await isPostmasterOf(pid, clusterDir);
  if (isOurs) await endProcess(pid);
  await rm(pidFile, { force: true });
  return { stopped: isOurs ? pid : null };
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. Neither loses committed data. */
async function endProcess(pid: number): Promise<void> {
  const steps = [
    { signal: "SIGINT", forMs: FAST_SHUTDOWN_MS },
    { signal: "SIGQUIT", forMs: IMMEDIATE_SHUTDOWN_MS },
    { signal: "SIGKILL", forMs: IMMEDIATE_SHUTDOWN_MS },
  ] as const;
  for (const { signal, forMs } of steps) {
    signalIfAlive(pid, signal);
    if (await hasEnded(pid, forMs)) return;
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not exit`);
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await delay(POLL_MS))
    if (!(await isAlive(pid))) return true;
  return false;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A zombie, which its parent has not reaped yet, counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  if (!signalIfAlive(pid, 0)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/^\d+ \(.*\) Z/s.test(stat);
}

/**
 * Recognizes the postmaster by its command line, which every user may read, or by its working directory, which stays
 * correct when the data directory is renamed.
 */
async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const directory = await realpath(clusterDir);
  const command = await commandLineOf(pid);
  if (!/\bpostgres\b/.test(command)) return false;
  if (command.includes(directory)) return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === directory;
}

async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === "linux")
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
  return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
}
