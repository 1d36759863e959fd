/** Received bytes that are not read yet, in one growing buffer, so that a large message is copied once. */
export class Inbox {
  #buffer: Buffer = Buffer.allocUnsafe(16_384);
  #start = 0;
  #end = 0;
  /** The position up to which a search has found nothing. */
  #searched = 0;

  push(bytes: Buffer): void {
    const length = this.#end - this.#start;
    if (this.#end + bytes.length > this.#buffer.length) {
      const room =
        length + bytes.length > this.#buffer.length / 2 ? (length + bytes.length) * 2 : this.#buffer.length;
      const larger = Buffer.allocUnsafe(room);
      this.#buffer.copy(larger, 0, this.#start, this.#end);
      this.#buffer = larger;
      this.#searched -= this.#start;
      this.#start = 0;
      this.#end = length;
    }
    bytes.copy(this.#buffer, this.#end);
    this.#end += bytes.length;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** Reads a command line up to LF; the test checks for the CR. */
  takeLine(): string | null {
    const at = this.#find("\n", 0);
    if (at < 0) return null;
    const line = this.#buffer.toString("utf8", this.#start, at).replace(/\r$/, "");
    this.#advance(at + 1);
    return line;
  }

  /** Reads a message up to its final dot, with doubled dots; ends in CRLF. Only CRLF . CRLF counts (RFC 5321 §4.1.1.4). */
  takeMessage(): Buffer | null {
    if (this.#buffer.toString("latin1", this.#start, Math.min(this.#start + 3, this.#end)) === ".\r\n") {
      this.#advance(this.#start + 3);
      return Buffer.alloc(0);
    }
    const at = this.#find("\r\n.\r\n", 4);
    if (at < 0) return null;
    const message = Buffer.from(this.#buffer.subarray(this.#start, at + 2));
    this.#advance(at + 5);
    return message;
  }

  clear(): void {
    this.#advance(this.#end);
  }

  #find(mark: string, overlap: number): number {
    const from = Math.max(this.#start, this.#searched - overlap);
    const at = this.#buffer.subarray(0, this.#end).indexOf(mark, from, "latin1");
    this.#searched = this.#end;
    return at;
  }

  #advance(to: number): void {
    this.#start = to;
    this.#searched = to;
    if (this.#start !== this.#end) return;
    this.#start = 0;
    this.#end = 0;
    this.#searched = 0;
  }
}
