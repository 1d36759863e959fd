import { execFileSync } from "node:child_process";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How often a process that is not our child is asked whether it still lives. */
const pollMs = 20;
/** A checkpoint of a busy database takes seconds; beyond this, recovery at the next start is the lesser evil. */
export const fastShutdownMs = 12_000;
const immediateShutdownMs = 3_000;

/**
 * Stops a postmaster that outlived a killed server. The caller holds the directory's lock, so that whatever runs here has
 * no living owner. A pid file whose pid belongs to somebody else by now (in a container, to ourselves) is removed, because
 * PostgreSQL would take that for a postmaster; one whose pid is free is left, because PostgreSQL learns from it.
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

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one; both lose nothing that was committed. */
async function endProcess(pid: number): Promise<void> {
  const steps = [
    { signal: "SIGINT", forMs: fastShutdownMs },
    { signal: "SIGQUIT", forMs: immediateShutdownMs },
    { signal: "SIGKILL", forMs: immediateShutdownMs },
  ] as const;
  for (const { signal, forMs } of steps) {
    signalIfAlive(pid, signal);
    if (await hasEnded(pid, forMs)) return;
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not end`);
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await delay(pollMs))
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

/** A zombie, which nobody has waited for yet, counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  if (!signalIfAlive(pid, 0)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/^\d+ \(.*\) Z/s.test(stat);
}

/** By command line, which everybody may read, or by working directory, which survives a renamed data directory. */
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
