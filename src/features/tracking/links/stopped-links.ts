import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../../platform/db/index.ts";
import { type Repetition, repeat } from "../../../platform/jobs/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";

/** Interval of queries. Until the next one, links of a stopped account still redirect. */
const LOAD_EVERY_MS = 2_000;
const FILE = "stopped-links.json";

/**
 * The accounts whose links the operator has stopped (H3). In memory, because a redirect makes no query; and on the disk, for a process
 * that starts while the database is down.
 */
export class StoppedLinks {
  readonly #database: Database;
  readonly #directory: string;
  readonly #log: Logger;
  /** Empty until they are known. */
  #numbers: ReadonlySet<number> = new Set();
  /** Null: not known. Another process may have changed the file, or an account was resumed while none ran. */
  #onDisk: ReadonlySet<number> | null = null;
  #loading: Repetition<boolean> | null = null;

  constructor({ database, directory, log }: { database: Database; directory: string; log: Logger }) {
    this.#database = database;
    this.#directory = directory;
    this.#log = log;
  }

  has(accountNumber: number): boolean {
    return this.#numbers.has(accountNumber);
  }

  /** Resolves when the accounts are known, from the database or from the disk. */
  async start(): Promise<void> {
    this.#loading = repeat(() => this.#load(), LOAD_EVERY_MS);
    if (!(await this.#loading.first)) await this.#read();
  }

  stop(): void {
    this.#loading?.stop();
  }

  /** Loads the accounts. Returns false if the database is unavailable; the accounts are then unchanged. */
  async #load(): Promise<boolean> {
    try {
      const { rows } = await this.#database.pool.query<{ number: number }>(
        `SELECT a.number FROM tracking_settings s JOIN accounts a ON a.id = s.account_id
         WHERE s.links_stopped_at IS NOT NULL ORDER BY a.number`,
      );
      this.#numbers = new Set(rows.map(({ number }) => number));
      await this.#write().catch(() => undefined);
      return true;
    } catch {
      return false;
    }
  }

  async #read(): Promise<void> {
    const path = join(this.#directory, FILE);
    const text = await readFile(path, "utf8").catch(() => "[]");
    const numbers = numbersIn(text);
    this.#numbers = new Set(numbers);
    if (numbers) return;
    await rename(path, `${path}.damaged`).catch(() => undefined);
    this.#log.error(
      { event: "tracking.stopped_links_damaged", path },
      "the list of stopped links is damaged: all links redirect until the database is available",
    );
  }

  async #write(): Promise<void> {
    const numbers = this.#numbers;
    if (this.#onDisk?.size === numbers.size && numbers.isSubsetOf(this.#onDisk)) return;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const path = join(this.#directory, FILE);
    // Several processes of a machine write the file.
    const ownPath = `${path}.${process.pid}.new`;
    await writeFile(ownPath, JSON.stringify([...numbers]), { mode: 0o600 });
    await rename(ownPath, path);
    this.#onDisk = numbers;
  }
}

function numbersIn(text: string): number[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(Number.isInteger) ? value : null;
  } catch {
    return null;
  }
}
