/** Between messages the buffer shrinks back to this; a single huge message must not stay in memory for ever. */
const KEPT_BYTES = 1 << 20;
const FIRST_BYTES = 1 << 16;

/** A growing buffer that is written from left to right and used again for the next message. */
export class ByteSink {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  length = 0;

  /** The buffer, with room for `bytes` more after `length`. Not valid across the next call. */
  reserve(bytes: number): Buffer {
    if (this.length + bytes > this.#buffer.length) {
      // With room for what follows a big file, so that it is not moved again for a line.
      const needed = this.length + bytes + FIRST_BYTES;
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, needed));
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    return this.#buffer;
  }

  writeText(text: string): void {
    const buffer = this.reserve(text.length * 3);
    this.length += buffer.write(text, this.length, "utf8");
  }

  endsWithLineBreak(): boolean {
    return (
      this.length >= 2 && this.#buffer[this.length - 1] === 0x0a && this.#buffer[this.length - 2] === 0x0d
    );
  }

  /** What was written, for the caller alone; the sink is empty afterwards. */
  take(): Buffer {
    const written = this.#buffer.subarray(0, this.length);
    // A buffer that will not be kept and is nearly full is handed over; any other is copied.
    const isHandedOver = this.#buffer.length > KEPT_BYTES && this.length > this.#buffer.length * 0.9;
    const message = isHandedOver ? written : Buffer.from(written);
    this.clear();
    return message;
  }

  clear(): void {
    this.length = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  }
}
