import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { insertRequests, type RequestRow } from "./queries.ts";

/** Delay between a request and its row: short enough to watch the log live, long enough to batch many requests. */
const WRITE_AFTER_MS = 1_000;
/** Successful requests of an account per write: enough to see what a program does, without filling the disk. */
const MAX_SUCCESSES_OF_ACCOUNT = 100;
/** Successful requests of all accounts per write, so that the log stays a small part of the database load. */
const MAX_SUCCESSES = 1_000;
/** Failed requests of an account per write: all those of a program that is being debugged, few of one that ignores its rate limit. */
const MAX_FAILURES_OF_ACCOUNT = 500;
/** Requests of all accounts that wait for a write, about 5 MB. */
const MAX_PENDING = 5_000;

/** Collects rows in memory and writes them in the background. Rows that cannot be written are dropped and counted. */
export class RequestLog {
  readonly #database: Database;
  readonly #log: Logger;
  #pending: RequestRow[] = [];
  #successes = new Map<string, number>();
  #allSuccesses = 0;
  #failures = new Map<string, number>();
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Whether to keep a successful request. Called before the row is built, because most requests are not kept. */
  hasRoomForSuccess(accountId: string): boolean {
    if (this.#allSuccesses >= MAX_SUCCESSES) return false;
    const known = this.#successes.get(accountId) ?? 0;
    if (known >= MAX_SUCCESSES_OF_ACCOUNT) return false;
    this.#successes.set(accountId, known + 1);
    this.#allSuccesses += 1;
    return true;
  }

  /** Whether to keep a failed request. Otherwise it counts as dropped. */
  hasRoomForFailure(accountId: string): boolean {
    const known = this.#failures.get(accountId) ?? 0;
    if (known >= MAX_FAILURES_OF_ACCOUNT) {
      this.#dropped += 1;
      return false;
    }
    this.#failures.set(accountId, known + 1);
    return true;
  }

  add(row: RequestRow): void {
    if (this.#pending.length >= MAX_PENDING) {
      this.#dropped += 1;
      return;
    }
    this.#pending.push(row);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes the pending rows. Also called before the process exits. */
  async flush(): Promise<void> {
    // One write at a time: while a slow write is in progress, the next rows collect up to the limit.
    await this.#writing;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const rows = this.#pending;
    if (rows.length === 0) return;
    this.#pending = [];
    this.#successes = new Map();
    this.#allSuccesses = 0;
    this.#failures = new Map();
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
