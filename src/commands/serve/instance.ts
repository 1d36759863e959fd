import type { KeptPostgres } from "../../platform/postgres/index.ts";
import type { SupervisedProcess } from "../../platform/processes/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";

/** F18: 30 s in all. PostgreSQL takes up to 15 s of them for its own two ways to stop. */
const ROLES_STOP_WITHIN_MS = 14_000;

/** Start-up was overtaken by a signal to stop. */
class StoppedError extends Error {
  override name = "StoppedError";
}

/** What runs, in the order in which it must stop: roles finish what is under way, then the database goes. */
export class Instance {
  readonly #log: Logger;
  readonly #roles: SupervisedProcess[] = [];
  /** Null once it is known that there is none. */
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

  /** Starts all at once; resolves with what each reported when it was ready. */
  async startRoles(roles: readonly SupervisedProcess[]): Promise<unknown[]> {
    this.throwIfStopping();
    this.#roles.push(...roles);
    return await Promise.all(roles.map((role) => role.start()));
  }

  throwIfStopping(): void {
    if (this.#stopping) throw new StoppedError();
  }

  stop(): Promise<void> {
    this.#stopping = true;
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** The operator has no more patience: nothing that was committed is lost, but the next start has to recover. */
  async stopQuickly(): Promise<void> {
    this.#log.warn({ event: "instance.stopping_quickly" }, "second signal, stopping at once");
    // Whichever of the two stops ends first.
    process.exitCode = 1;
    for (const role of this.#roles) role.kill();
    // One that is still starting is left to the next start, which stops it.
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
