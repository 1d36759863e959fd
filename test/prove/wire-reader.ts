import type { Socket } from "node:net";

const END_OF_DATA = Buffer.from("\r\n.\r\n");

/** Reads an SMTP client's bytes as lines or as one message. Both return null after the client disconnects. */
export class WireReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async line(): Promise<string | null> {
    const end = await this.#find(Buffer.from("\r\n"), 0);
    return end === null ? null : this.#take(end, 2).toString("latin1");
  }

  /** Everything up to the final dot, still dot-stuffed. `onFirstBytes` is awaited when the body has begun to arrive. */
  async message(onFirstBytes: () => Promise<void>): Promise<Buffer | null> {
    if (this.#held.length === 0 && !(await this.#more())) return null;
    await onFirstBytes();
    // RFC 5321 §4.1.1.4: the CRLF of the DATA line counts, so that a message may consist of the dot alone.
    this.#held = Buffer.concat([Buffer.from("\r\n"), this.#held]);
    const end = await this.#find(END_OF_DATA, 0);
    return end === null ? null : this.#take(end + 2, 3).subarray(2);
  }

  #take(length: number, separator: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length + separator);
    return taken;
  }

  async #find(mark: Buffer, from: number): Promise<number | null> {
    const found = this.#held.indexOf(mark, from);
    if (found >= 0) return found;
    const searched = Math.max(0, this.#held.length - mark.length + 1);
    return (await this.#more()) ? this.#find(mark, searched) : null;
  }

  async #more(): Promise<boolean> {
    // A killed client resets the connection; the reader treats that like a normal end.
    const next = await this.#chunks.next().catch(() => ({ done: true, value: undefined }));
    if (next.done || !next.value) return false;
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    return true;
  }
}
