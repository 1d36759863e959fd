import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../../telemetry/index.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { commandAs } from "../home/identity.ts";
import type { Cluster } from "./cluster.ts";
import { serverEnvironment } from "./run-once.ts";
import { FAST_SHUTDOWN_MS } from "./stop-orphan.ts";

/** Recovery after a crash replays at most max_wal_size, for which a slow disk needs minutes, but not hours. */
const START_TIMEOUT_MS = 300_000;
/**
 * How long to wait for the backends of a killed postmaster. They end by themselves: idle ones at once, busy ones after
 * their statement.
 */
const REMAINS_TIMEOUT_MS = 30_000;
const REMAINS_POLL_MS = 100;
const LAST_OUTPUT_MS = 500;

type ServerExit = { readonly expected: boolean; readonly reason: string };

export type Server = {
  readonly pid: number;
  /** Settles when the server has ended, for any reason. `expected` is true after stop(). */
  readonly exited: Promise<ServerExit>;
  /**
   * Requests a fast shutdown, and an immediate one if that takes too long. With `quick`, the shutdown is immediate, and the
   * next start needs a recovery.
   */
  stop(how?: { quick: boolean }): Promise<void>;
};

type Launch = { settings: Record<string, string>; log: Logger };

/** Runs the postmaster and waits until it is ready. Its log lines are written to our log. */
export async function launchServer(cluster: Cluster, launch: Launch): Promise<Server> {
  const giveUpAt = performance.now() + REMAINS_TIMEOUT_MS;
  for (;;) {
    const outcome = await tryLaunch(cluster, launch);
    if (!("problem" in outcome)) return outcome;
    const remains = outcome.problem.startsWith("pre-existing shared memory block");
    if (!remains || performance.now() > giveUpAt)
      throw new EmbeddedPostgresError(`PostgreSQL does not start: ${outcome.problem}`);
    await delay(REMAINS_POLL_MS);
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
    // Its own process group: Ctrl-C in the terminal signals only us, and we stop the database last.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Returns null, or why the server does not become ready. */
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
    delay(START_TIMEOUT_MS, "the start takes too long", { ref: false }),
  ]);
  if (outcome === null) return null;
  child.kill("SIGQUIT");
  // The last log lines may arrive after the exit.
  await Promise.race([once(child, "close"), delay(LAST_OUTPUT_MS)]);
  return lastError || outcome;
}

async function stopServer(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill("SIGINT");
  const killTimer = setTimeout(() => child.kill("SIGQUIT"), FAST_SHUTDOWN_MS);
  await exited;
  clearTimeout(killTimer);
}

const LEVELS = { PANIC: "fatal", FATAL: "warn", ERROR: "info", WARNING: "warn" } as const;

/**
 * ERROR and FATAL are mostly errors of a single session, whose client reports them. WARNING and PANIC concern the server
 * itself.
 */
function logServerLine(log: Logger, line: string): void {
  const severity = /^([A-Z]+):/.exec(line)?.[1] ?? "";
  const level = severity in LEVELS ? LEVELS[severity as keyof typeof LEVELS] : "debug";
  log[level]({ event: "postgres.log" }, line);
}
