import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Hit } from "./hit.ts";
import { HitJournal } from "./hit-journal.ts";
import { HitLimit } from "./hit-limit.ts";

type Options = {
  /** The directory of the journal. */
  directory: string;
  log: Logger;
  onCounted?: (kind: Hit["kind"]) => void;
  /** Called for a hit that is not counted, because there are too many of the same. */
  onLimited?: () => void;
  /** Called for a hit that is lost, because the disk was not writable for long. */
  onLost?: () => void;
  /** The age at which a file of the journal gets no more hits. */
  maxAgeMs?: number;
};

/** Takes the opens and clicks that this process serves: limit → journal on the disk, from which HitCollector stores them. */
export class Hits {
  readonly #options: Options;
  readonly #limit = new HitLimit();
  readonly #journal: HitJournal;

  constructor(options: Options) {
    this.#options = options;
    this.#journal = new HitJournal({ ...options, onLost: options.onLost ?? (() => undefined) });
  }

  /**
   * If the disk is writable, the hit is in the journal before any callback of `setImmediate` that the caller schedules afterwards.
   *
   * @param fingerprint - of the hit's token
   */
  add(hit: Hit, fingerprint: number): void {
    if (!this.#limit.allows(fingerprint)) {
      this.#options.onLimited?.();
      return;
    }
    this.#options.onCounted?.(hit.kind);
    this.#journal.add(hit);
  }

  /** Resolves when all hits so far are on the disk. */
  async flush(): Promise<void> {
    await this.#journal.flush();
  }

  async stop(): Promise<void> {
    await this.#journal.close();
  }
}
