import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { saveProviders } from "./queries.ts";

/** Providers are collected for this time. The queue page, which shows them, refreshes every few seconds. */
const WRITE_AFTER_MS = 1_000;
/** Domains in memory whose provider is stored and need not be written again. Above this number, all are forgotten. */
const MAX_WRITTEN = 50_000;

/** Stores the mailbox provider of each domain, without delaying mail. */
export class ProviderDomains {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #flush = new Map<string, string>();
  #pending = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  add(domain: string, provider: string): void {
    if (this.#flush.get(domain) === provider) return;
    if (this.#flush.size >= MAX_WRITTEN) this.#flush.clear();
    this.#flush.set(domain, provider);
    this.#pending.set(domain, provider);
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS).unref();
  }

  async #write(): Promise<void> {
    this.#timer = null;
    const pending = this.#pending;
    this.#pending = new Map();
    await saveProviders(this.#database, pending).catch((error: unknown) =>
      this.#log.warn({ event: "destinations.note_failed", err: error }, "could not store mailbox providers"),
    );
  }
}
