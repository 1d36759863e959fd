import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { noteProviders } from "./queries.ts";

/** The queue page refreshes every few seconds. */
const WRITE_AFTER_MS = 1_000;
/** A domain's provider seldom changes, so it is not written again for this time. */
const MAX_WRITTEN = 50_000;

/** Stores the mailbox provider of each domain, without delaying mail. */
export class ProviderNotes {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #written = new Map<string, string>();
  #pending = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  note(domain: string, provider: string): void {
    if (this.#written.get(domain) === provider) return;
    if (this.#written.size >= MAX_WRITTEN) this.#written.clear();
    this.#written.set(domain, provider);
    this.#pending.set(domain, provider);
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS).unref();
  }

  async #write(): Promise<void> {
    this.#timer = null;
    const pending = this.#pending;
    this.#pending = new Map();
    await noteProviders(this.#database, pending).catch((error: unknown) =>
      this.#log.warn({ event: "destinations.note_failed", err: error }, "could not store mailbox providers"),
    );
  }
}
