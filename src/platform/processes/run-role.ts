import type { Logger } from "../telemetry/index.ts";
import { tellSupervisor } from "./child-messages.ts";
import { keepLittle } from "./keep-little.ts";

/** `url` is where it can be reached, for a role that listens. */
export type RunningRole = { url?: string; stop(): Promise<void> };

export type RoleLife = {
  log: Logger;
  start: () => Promise<RunningRole>;
  /** The one line for an error that the operator can mend, or null for a fault of ours. */
  explain: (error: unknown) => string | null;
};

/** When the supervisor is gone nobody waits for us: what is under way gets this long. */
const orphanedMs = 5_000;

/** The life of one role in a process of its own: start, report, run until told to stop. */
export async function runRole({ log, start, explain }: RoleLife): Promise<void> {
  exitOnFault(log);
  // The terminal's Ctrl-C reaches the whole process group; when to stop is for the supervisor to say.
  process.on("SIGINT", () => undefined);
  process.on("SIGHUP", () => undefined);
  await orRefuse(explain, async () => {
    const running = await start();
    stopWhenTold(log, running);
    await tellSupervisor({ type: "ready", result: running.url ?? null });
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

/** F17: after an unforeseen error the state of this process is unknown; the supervisor starts a new one. */
function exitOnFault(log: Logger): void {
  const die = (error: unknown) => {
    log.fatal({ event: "process.fault", err: error }, "unforeseen error, this process ends");
    process.exit(1);
  };
  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);
}

function stopWhenTold(log: Logger, running: RunningRole): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ event: "process.stopping", reason }, "stopping");
    void running.stop().then(() => process.exit(0));
  };
  const stopOrphan = () => {
    stop("supervisor gone");
    setTimeout(() => process.exit(1), orphanedMs).unref();
  };
  process.on("SIGTERM", () => stop("signal"));
  process.on("disconnect", stopOrphan);
  if (!process.connected) stopOrphan();
}
