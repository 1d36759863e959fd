import { type FileHandle, open, readFile } from "node:fs/promises";

/**
 * An append-only file of JSON lines. `append` resolves when the line is on the disk; lines that arrive during a sync form the next
 * batch. The ledger shares no code with the product, because it is the evidence of the proof.
 */
export class Ledger<T> {
  readonly #file: FileHandle;
  #lines: string[] = [];
  #synced = Promise.withResolvers<void>();
  #writing: Promise<void> | null = null;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open<T>(path: string): Promise<Ledger<T>> {
    return new Ledger<T>(await open(path, "a"));
  }

  append(record: T): Promise<void> {
    this.#lines.push(`${JSON.stringify(record)}\n`);
    const { promise } = this.#synced;
    this.#writing ??= this.#write();
    return promise;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  async #write(): Promise<void> {
    while (this.#lines.length > 0) {
      const lines = this.#lines;
      const synced = this.#synced;
      this.#lines = [];
      this.#synced = Promise.withResolvers<void>();
      try {
        await this.#file.appendFile(lines.join(""));
        await this.#file.datasync();
        synced.resolve();
      } catch (error) {
        synced.reject(error);
      }
    }
    this.#writing = null;
  }
}

/** All complete lines of a ledger; a line that a kill cut short was never confirmed. */
export async function readLedger<T>(path: string): Promise<T[]> {
  const text = await readFile(path, "utf8");
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}

/** Wall clock in milliseconds with fractions: the clock that the harness and the sink process share. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now();
}
