import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../telemetry/index.ts";
import { type Life, launch, type ProcessSpec } from "./launch.ts";
import { restartDelayMs } from "./restart-delay.ts";

/** The process of one role. Until stop() is called, it is restarted whenever it exits. */
export class SupervisedProcess {
  readonly #spec: ProcessSpec;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #life: Life | null = null;

  constructor(spec: ProcessSpec, log: Logger) {
    this.#spec = spec;
    this.#log = log;
  }

  /**
   * Resolves with the role's report when the role is ready. Throws ProcessStartError if the first run ends before that.
   * Afterwards, a run that ends is followed by a restart.
   */
  async start(): Promise<unknown> {
    const life = launch(this.#spec);
    this.#life = life;
    const report = await life.ready;
    void this.#keepRunning(life);
    return report;
  }

  /** Sends SIGTERM, and SIGKILL if the process is still running after `withinMs`. */
  async stop({ withinMs }: { withinMs: number }): Promise<void> {
    this.#stopping.abort();
    if (!this.#life) return;
    const { child, ended } = this.#life;
    child.kill("SIGTERM");
    const killTimer = setTimeout(() => {
      this.#log.warn(
        { event: "process.killed", role: this.#spec.name },
        "a process did not stop in time and was killed",
      );
      child.kill("SIGKILL");
    }, withinMs);
    await ended;
    clearTimeout(killTimer);
  }

  kill(): void {
    this.#stopping.abort();
    this.#life?.child.kill("SIGKILL");
  }

  async #keepRunning(first: Life): Promise<void> {
    const { signal } = this.#stopping;
    let life = first;
    let crashes = 0;
    while (!signal.aborted) {
      const { reason, livedMs } = await life.ended;
      if (signal.aborted) return;
      const refusal = await life.ready.then(
        () => null,
        (error: Error) => error.message,
      );
      const next = restartDelayMs({ crashes, livedMs });
      crashes = next.crashes;
      this.#log.error(
        {
          event: "process.died",
          role: this.#spec.name,
          reason: refusal ?? reason,
          restartInMs: next.delayMs,
        },
        "a role died and is being restarted",
      );
      await delay(next.delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      life = launch(this.#spec);
      this.#life = life;
    }
  }
}
