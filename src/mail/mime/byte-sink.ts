/** A larger buffer is released after its message, so that a huge message does not occupy memory forever. */
const KEPT_BYTES = 1 << 20;
const FIRST_BYTES = 1 << 16;

/** A growing buffer that is written from start to end and reused for the next message. */
export class ByteSink {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  length = 0;

  /** Returns the buffer, with space for `bytes` more after `length`. The next call may replace the buffer. */
  reserve(bytes: number): Buffer {
    if (this.length + bytes > this.#buffer.length) {
      // Adds space for the text after a large file, so that the file is not copied again for a line of text.
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

  /** Returns the written bytes, owned by the caller. The sink is empty afterwards. */
  take(): Buffer {
    const written = this.#buffer.subarray(0, this.length);
    // A large, nearly full buffer is handed over instead of being kept; any other is copied.
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
