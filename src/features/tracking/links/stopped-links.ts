import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../../platform/db/index.ts";

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
  #numbers: ReadonlySet<number> = new Set();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor({ database, directory }: { database: Database; directory: string }) {
    this.#database = database;
    this.#directory = directory;
  }

  has(accountNumber: number): boolean {
    return this.#numbers.has(accountNumber);
  }

  /** Resolves when the accounts are known, from the database or from the disk. */
  async start(): Promise<void> {
    if (!(await this.#load())) await this.#read();
    const again = () => {
      this.#timer = setTimeout(() => {
        void this.#load().then(() => {
          if (!this.#isStopped) again();
        });
      }, LOAD_EVERY_MS);
      this.#timer.unref();
    };
    again();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Loads the accounts. Returns false if the database is unavailable; the accounts are then unchanged. */
  async #load(): Promise<boolean> {
    try {
      const { rows } = await this.#database.pool.query<{ number: number }>(
        `SELECT a.number FROM tracking_settings s JOIN accounts a ON a.id = s.account_id
         WHERE s.links_stopped_at IS NOT NULL ORDER BY a.number`,
      );
      const numbers = new Set(rows.map(({ number }) => number));
      const isSame = numbers.size === this.#numbers.size && numbers.isSubsetOf(this.#numbers);
      this.#numbers = numbers;
      if (!isSame) await this.#write().catch(() => undefined);
      return true;
    } catch {
      return false;
    }
  }

  async #read(): Promise<void> {
    const text = await readFile(join(this.#directory, FILE), "utf8").catch(() => "[]");
    this.#numbers = new Set(JSON.parse(text) as number[]);
  }

  async #write(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const path = join(this.#directory, FILE);
    await writeFile(`${path}.new`, JSON.stringify([...this.#numbers]), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
}
