import { pipeline, type Readable } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { BackupError, MAGIC } from "./format.ts";

/** A longer line or chunk than any backup has: the file is damaged, or is none. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_CHUNK_BYTES = 2 ** 30;

/** Reads the lines and chunks of a backup in order. Memory is bounded by the largest chunk. Errors: BackupError. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** Checks the first line. Throws BackupError if the file is not a backup of this format. */
  static async open(source: Readable): Promise<BackupReader> {
    const raw = new BackupReader(source[Symbol.asyncIterator]());
    const magic = await raw.#take(MAGIC.length).catch(() => Buffer.alloc(0));
    if (magic.toString("latin1") !== MAGIC) {
      source.destroy();
      throw new BackupError(
        magic.toString("latin1").startsWith("POSTHOUSE BACKUP")
          ? "this backup has a newer format: restore it with the version that made it"
          : "this file is not a backup made by posthouse backup",
      );
    }
    const packed = createZstdDecompress();
    // The error of a damaged stream reaches the reader of `packed`.
    pipeline(raw.#remaining(), packed, () => undefined);
    return new BackupReader(packed[Symbol.asyncIterator]());
  }

  /** The source's bytes behind those that were read. */
  async *#remaining(): AsyncGenerator<Buffer> {
    yield this.#rest;
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return;
      yield value;
    }
  }

  async readLine<T>(): Promise<T> {
    let end = this.#rest.indexOf(10);
    while (end < 0) {
      if (this.#rest.length > MAX_LINE_BYTES) throw damaged();
      await this.#readMore();
      end = this.#rest.indexOf(10);
    }
    const line = (await this.#take(end + 1)).toString("utf8");
    try {
      return JSON.parse(line) as T;
    } catch {
      throw damaged();
    }
  }

  /** Yields the chunks of a table, without the last one, which is empty. */
  async *readChunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = (await this.#take(4)).readUInt32BE();
      if (length === 0) return;
      if (length > MAX_CHUNK_BYTES) throw damaged();
      yield await this.#take(length);
    }
  }

  /** Throws BackupError if anything follows, or if the checksum at the end is wrong. */
  async expectEnd(): Promise<void> {
    const next = await this.#next();
    if (this.#rest.length > 0 || !next.done) throw damaged();
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) await this.#readMore();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#next();
    if (done) throw new BackupError("the backup is incomplete: its end is missing");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "Z_BUF_ERROR" || code === "ERR_STREAM_PREMATURE_CLOSE")
        throw new BackupError("the backup is incomplete: its end is missing", { cause: error });
      if (code.startsWith("ZSTD") || code.startsWith("Z_") || code.startsWith("ERR_ZLIB"))
        throw damaged(error);
      throw error;
    }
  }
}

function damaged(cause?: unknown): BackupError {
  return new BackupError("the backup is damaged: use another copy", { cause });
}
