import type { Logger } from "../telemetry/index.ts";
import { tellSupervisor } from "./child-messages.ts";
import { keepLittle } from "./keep-little.ts";

/** `url` is where it can be reached, for a role that listens. */
export type RunningRole = {
  url?: string;
  stop(): Promise<void>;
  /** Whether an error that nobody caught concerns one client's connection alone, so that the process may go on (decision 42). */
  isOfOneClient?(error: unknown): boolean;
};

export type RoleLife = {
  log: Logger;
  /** By the name of each role that the process plays. */
  starts: Record<string, () => Promise<RunningRole>>;
  /** Closes what the roles share, after all of them have stopped. */
  close: () => Promise<void>;
  /** The one line for an error that the operator can mend, or null for a problem of ours. */
  explain: (error: unknown) => string | null;
};

/** When the supervisor is gone nobody waits for us: what is under way gets this long. */
const orphanedMs = 5_000;

/** The life of a role, or of several that share one process: start, report where each is, run until told to stop. */
export async function runRoles({ log, starts, close, explain }: RoleLife): Promise<void> {
  const running: RunningRole[] = [];
  exitOnError(log, running);
  // The terminal's Ctrl-C reaches the whole process group; when to stop is for the supervisor to say.
  process.on("SIGINT", () => undefined);
  process.on("SIGHUP", () => undefined);
  await orRefuse(explain, async () => {
    const names = Object.keys(starts);
    running.push(...(await Promise.all(Object.values(starts).map((start) => start()))));
    stopWhenTold(log, async () => {
      await Promise.all(running.map((role) => role.stop()));
      await close();
    });
    const urls = names.map((name, index) => [name, running[index]?.url ?? null]);
    await tellSupervisor({ type: "ready", result: Object.fromEntries(urls) });
    keepLittle();
  });
}

/** Work that the supervisor asks for once (askProcess). */
export async function answerSupervisor({
  work,
  explain,
}: {
  work: () => Promise<unknown>;
  explain: RoleLife["explain"];
}): Promise<void> {
  await orRefuse(explain, async () => tellSupervisor({ type: "ready", result: await work() }));
  process.exit(0);
}

async function orRefuse(explain: RoleLife["explain"], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = explain(error);
    if (message === null) throw error;
    await tellSupervisor({ type: "refused", message });
    process.exit(1);
  }
}

/**
 * After an unforeseen error the state of this process is unknown; the supervisor starts a new one (F17). Only an error that is
 * known to be one client's own ends no more than that client's request (decision 42).
 */
function exitOnError(log: Logger, running: readonly RunningRole[]): void {
  const onError = (error: unknown) => {
    if (running.some((role) => role.isOfOneClient?.(error))) {
      log.error(
        { event: "process.stray_error", err: error },
        "the error of a client's connection was not caught",
      );
      return;
    }
    log.fatal({ event: "process.crashed", err: error }, "unforeseen error, this process ends");
    process.exit(1);
  };
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
}

function stopWhenTold(log: Logger, stopAll: () => Promise<void>): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ event: "process.stopping", reason }, "stopping");
    void stopAll().then(() => process.exit(0));
  };
  const stopOrphan = () => {
    stop("supervisor gone");
    setTimeout(() => process.exit(1), orphanedMs).unref();
  };
  process.on("SIGTERM", () => stop("signal"));
  process.on("disconnect", stopOrphan);
  if (!process.connected) stopOrphan();
}
