import type { KeptPostgres } from "../../platform/postgres/index.ts";
import type { SupervisedProcess } from "../../platform/processes/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";

/** 30 s in total (F18): PostgreSQL takes up to 15 s for a fast and then an immediate shutdown. */
const ROLES_STOP_WITHIN_MS = 14_000;

/** A signal to stop arrived during the start. */
class StoppedError extends Error {
  override name = "StoppedError";
}

/** The running processes, stopped in order: roles first finish what is in flight, then the database stops. */
export class Instance {
  readonly #log: Logger;
  readonly #roles: SupervisedProcess[] = [];
  /** Resolves to null if there is no embedded PostgreSQL. */
  #postgres: Promise<KeptPostgres | null> = Promise.resolve(null);
  #stopping = false;
  #stopped: Promise<void> | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  async keepPostgres(starting: Promise<KeptPostgres>): Promise<string> {
    this.#postgres = starting.catch(() => null);
    const { connectionString } = await starting;
    this.throwIfStopping();
    return connectionString;
  }

  /** Starts all processes at once; resolves with the reports that they send when ready. */
  async startRoles(roles: readonly SupervisedProcess[]): Promise<unknown[]> {
    this.throwIfStopping();
    this.#roles.push(...roles);
    return await Promise.all(roles.map((role) => role.start()));
  }

  /** Starts a process that another one asked for. Does nothing if it runs. If it does not start, the next wish tries again. */
  startLater(role: SupervisedProcess): void {
    if (this.#stopping || this.#roles.includes(role)) return;
    this.#roles.push(role);
    role.start().catch((error: Error) => {
      this.#roles.splice(this.#roles.indexOf(role), 1);
      this.#log.error(
        { event: "process.died", reason: error.message },
        "a process did not start, and is started again",
      );
    });
  }

  throwIfStopping(): void {
    if (this.#stopping) throw new StoppedError();
  }

  stop(): Promise<void> {
    this.#stopping = true;
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** For a second signal: no committed data is lost, but the next start has to recover. */
  async stopQuickly(): Promise<void> {
    this.#log.warn({ event: "instance.stopping_quickly" }, "second signal, stopping at once");
    // Exits after the stop that finishes first.
    process.exitCode = 1;
    for (const role of this.#roles) role.kill();
    // If PostgreSQL is still starting, it keeps running; the next start of the instance stops it.
    const postgres = await Promise.race([this.#postgres, null]);
    await postgres?.stop({ quick: true });
    process.exit();
  }

  async #stopAll(): Promise<void> {
    this.#log.info({ event: "instance.stopping" }, "stopping");
    await Promise.all(this.#roles.map((role) => role.stop({ withinMs: ROLES_STOP_WITHIN_MS })));
    const postgres = await this.#postgres;
    await postgres?.stop();
    this.#log.info({ event: "instance.stopped" }, "stopped");
  }
}
