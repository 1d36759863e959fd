import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../telemetry/index.ts";
import { sendToSupervisor } from "./child-messages.ts";
import { freeStartupMemory } from "./free-startup-memory.ts";

/** `url` is the address of a role that listens. */
export type RunningRole = {
  url?: string;
  stop(): Promise<void>;
  /** Whether an uncaught error concerns only one client's connection, so that the process may continue (decision 42). */
  isOfOneClient?(error: unknown): boolean;
};

export type RoleLife = {
  log: Logger;
  /** One start function per role, by the role's name. */
  starts: Record<string, () => Promise<RunningRole>>;
  /** Closes what the roles share, after all of them have stopped. */
  close: () => Promise<void>;
  /** Returns one line for an error that the operator can fix, or null for a failure of ours. */
  explain: (error: unknown) => string | null;
  /** Why no process of this node may go on, in one line; null: they may. Asked before the start, and every few seconds. */
  reasonToStop: () => Promise<string | null>;
};

/** Between two looks, a process works with a schema or a secret key that does not fit. Each look costs a query. */
const LOOK_EVERY_MS = 5_000;
/** If the supervisor is gone, work in progress gets this long to finish. */
const ORPHANED_MS = 5_000;

/** Runs one role, or several in one process: starts them, reports their addresses, and runs until it is stopped. */
export async function runRoles({ log, starts, close, explain, reasonToStop }: RoleLife): Promise<void> {
  const running: RunningRole[] = [];
  exitOnError(log, running);
  // Ctrl-C in the terminal signals the whole process group, but the supervisor decides when a role stops.
  process.on("SIGINT", () => undefined);
  process.on("SIGHUP", () => undefined);
  await orRefuse(explain, async () => {
    if (await mustStop(reasonToStop)) process.exit(1);
    void watchReason(reasonToStop);
    const names = Object.keys(starts);
    running.push(...(await Promise.all(Object.values(starts).map((start) => start()))));
    stopOnRequest(log, async () => {
      await Promise.all(running.map((role) => role.stop()));
      await close();
    });
    const urls = names.map((name, index) => [name, running[index]?.url ?? null]);
    await sendToSupervisor({ type: "ready", result: Object.fromEntries(urls) });
    freeStartupMemory();
  });
}

/** If so, the supervisor stops this process and all others. */
async function mustStop(reasonToStop: RoleLife["reasonToStop"]): Promise<boolean> {
  const message = await reasonToStop();
  if (message !== null) await sendToSupervisor({ type: "unfit", message });
  return message !== null;
}

async function watchReason(reasonToStop: RoleLife["reasonToStop"]): Promise<void> {
  do await delay(LOOK_EVERY_MS, undefined, { ref: false });
  while (!(await mustStop(reasonToStop)));
}

/** Does a single piece of work for the supervisor (askProcess). */
export async function answerSupervisor({
  work,
  explain,
}: {
  work: () => Promise<unknown>;
  explain: RoleLife["explain"];
}): Promise<void> {
  await orRefuse(explain, async () => sendToSupervisor({ type: "ready", result: await work() }));
  process.exit(0);
}

async function orRefuse(explain: RoleLife["explain"], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = explain(error);
    if (message === null) throw error;
    await sendToSupervisor({ type: "refused", message });
    process.exit(1);
  }
}

/**
 * After an unexpected error the state of this process is unknown, so the supervisor starts a new one (F17). The exception
 * is an error that concerns only one client's connection: it ends only that client's request (decision 42).
 */
function exitOnError(log: Logger, running: readonly RunningRole[]): void {
  const onError = (error: unknown) => {
    if (running.some((role) => role.isOfOneClient?.(error))) {
      log.error(
        { event: "process.error_contained", err: error },
        "an error of one client's connection was not caught",
      );
      return;
    }
    log.fatal({ event: "process.crashed", err: error }, "unexpected error, this process exits");
    process.exit(1);
  };
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
}

function stopOnRequest(log: Logger, stopAll: () => Promise<void>): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ event: "process.stopping", reason }, "stopping");
    void stopAll().then(() => process.exit(0));
  };
  const stopOrphan = () => {
    stop("supervisor gone");
    setTimeout(() => process.exit(1), ORPHANED_MS).unref();
  };
  process.on("SIGTERM", () => stop("signal"));
  process.on("disconnect", stopOrphan);
  if (!process.connected) stopOrphan();
}
