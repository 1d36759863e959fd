import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../../telemetry/index.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { commandAs } from "../home/identity.ts";
import type { Cluster } from "./cluster.ts";
import { serverEnvironment } from "./run-once.ts";
import { fastShutdownMs } from "./stop-orphan.ts";

/** Recovery after a crash replays at most max_wal_size; a slow disk needs minutes, not hours. */
const startTimeoutMs = 300_000;
/** What a killed postmaster leaves behind ends by itself: idle backends at once, busy ones with their statement. */
const remainsTimeoutMs = 30_000;
const remainsPollMs = 100;
const lastWordsMs = 500;

export type ServerExit = { readonly expected: boolean; readonly reason: string };

export type Server = {
  readonly pid: number;
  /** Settles when the server has ended, for whatever reason; expected after stop(). */
  readonly exited: Promise<ServerExit>;
  /** Fast shutdown, then immediate; quick is immediate at once, which the next start pays for with a recovery. */
  stop(how?: { quick: boolean }): Promise<void>;
};

type Launch = { settings: Record<string, string>; log: Logger };

/** Runs the postmaster and waits until it is ready. Its own log goes into ours. */
export async function launchServer(cluster: Cluster, launch: Launch): Promise<Server> {
  const giveUpAt = performance.now() + remainsTimeoutMs;
  for (;;) {
    const outcome = await tryLaunch(cluster, launch);
    if (!("problem" in outcome)) return outcome;
    const remains = outcome.problem.startsWith("pre-existing shared memory block");
    if (!remains || performance.now() > giveUpAt)
      throw new EmbeddedPostgresError(`PostgreSQL does not start: ${outcome.problem}`);
    await delay(remainsPollMs);
  }
}

async function tryLaunch(cluster: Cluster, { settings, log }: Launch): Promise<Server | { problem: string }> {
  const child = spawnPostmaster(cluster, settings);
  let stopping = false;
  const exited = new Promise<ServerExit>((resolve) => {
    const end = (reason: string) => resolve({ expected: stopping, reason });
    child.on("error", (error) => end(error.message));
    child.on("exit", (code, signal) => end(signal ?? `exit code ${code}`));
  });
  const problem = await becomesReady(child, { exited, log });
  if (problem !== null) return { problem };
  return {
    pid: child.pid as number,
    exited,
    async stop(how) {
      stopping = true;
      if (how?.quick) child.kill("SIGQUIT");
      else await stopServer(child, exited);
      await exited;
    },
  };
}

function spawnPostmaster(cluster: Cluster, settings: Record<string, string>): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", cluster.clusterDir, ...flags];
  const command = commandAs(cluster.identity, cluster.binaries.postgres, args);
  return spawn(command.file, command.args, {
    ...command.options,
    env: serverEnvironment,
    cwd: "/",
    // A process group of its own: Ctrl-C at the terminal reaches us alone, and we stop the database last.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Null, or why it does not become ready. */
async function becomesReady(
  child: ChildProcess,
  { exited, log }: { exited: Promise<ServerExit>; log: Logger },
): Promise<string | null> {
  let lastError = "";
  const ready = new Promise<null>((resolve) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
      logServerLine(log, line);
      if (/^(FATAL|PANIC):/.test(line)) lastError = `${lastError} ${line.replace(/^\w+:\s*/, "")}`.trim();
      if (line.includes("database system is ready to accept connections")) resolve(null);
    });
  });
  const ended = exited.then(({ reason }) => reason);
  const outcome = await Promise.race([
    ready,
    ended,
    delay(startTimeoutMs, "it takes too long", { ref: false }),
  ]);
  if (outcome === null) return null;
  child.kill("SIGQUIT");
  // The last words may arrive after the exit.
  await Promise.race([once(child, "close"), delay(lastWordsMs)]);
  return lastError || outcome;
}

async function stopServer(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill("SIGINT");
  const impatient = setTimeout(() => child.kill("SIGQUIT"), fastShutdownMs);
  await exited;
  clearTimeout(impatient);
}

const levels = { PANIC: "fatal", FATAL: "warn", ERROR: "info", WARNING: "warn" } as const;

/** PostgreSQL's ERROR and FATAL are mostly a client's problem, which the client reports; ours to heed are WARNING and PANIC. */
function logServerLine(log: Logger, line: string): void {
  const severity = /^([A-Z]+):/.exec(line)?.[1] ?? "";
  const level = severity in levels ? levels[severity as keyof typeof levels] : "debug";
  log[level]({ event: "postgres.log" }, line);
}
