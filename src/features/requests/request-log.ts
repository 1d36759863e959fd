import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { insertRequests, type RequestRow } from "./queries.ts";

/** Between a request and its row: short enough to watch the log, long enough to gather many. */
const writeAfterMs = 1_000;
/** Successful requests of an account in one write: enough to see what a program does, and a busy one does not fill the disk. */
const maxSuccessesOfAccount = 100;
/** … and of all accounts, so that the log stays a small part of what the database does. */
const maxSuccesses = 1_000;
/** Failures are all kept, as far as this: some 5 MB while a write is under way. */
const maxPending = 5_000;

/** Gathers rows in memory and writes them in the background. What the database does not take is dropped and counted. */
export class RequestLog {
  readonly #database: Database;
  readonly #log: Logger;
  #pending: RequestRow[] = [];
  #successes = new Map<string, number>();
  #allSuccesses = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Whether a successful request is to be kept. Asked before its row is made, because most are not. */
  hasRoomForSuccess(accountId: string): boolean {
    if (this.#allSuccesses >= maxSuccesses) return false;
    const known = this.#successes.get(accountId) ?? 0;
    if (known >= maxSuccessesOfAccount) return false;
    this.#successes.set(accountId, known + 1);
    this.#allSuccesses += 1;
    return true;
  }

  add(row: RequestRow): void {
    if (this.#pending.length >= maxPending) {
      this.#dropped += 1;
      return;
    }
    this.#pending.push(row);
    this.#timer ??= setTimeout(() => void this.flush(), writeAfterMs).unref();
  }

  /** Writes what is there; also before the process ends. */
  async flush(): Promise<void> {
    // One write at a time: while a slow one is under way the next gathers, and is bounded.
    await this.#writing;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const rows = this.#pending;
    if (rows.length === 0) return;
    this.#pending = [];
    this.#successes = new Map();
    this.#allSuccesses = 0;
    this.#writing = this.#write(rows);
    await this.#writing;
  }

  async #write(rows: RequestRow[]): Promise<void> {
    try {
      await insertRequests(this.#database, rows);
    } catch (error) {
      this.#dropped += rows.length;
      this.#log.debug({ event: "requests.not_written", err: error }, "could not write the request log");
      return;
    }
    if (this.#dropped === 0) return;
    this.#log.warn(
      { event: "requests.dropped", count: this.#dropped },
      "requests are missing from the request log",
    );
    this.#dropped = 0;
  }
}
