import { SMTPStream } from "smtp-server/lib/smtp-stream.js";

const CR = 13;
const LF = 10;
const empty = Buffer.alloc(0);

/** Why a line is no command; the session ends with it. */
export type LineError = "bare line end" | "line too long";

/**
 * The library's parser with another way to read commands: RFC 5321 §2.3.8, a line ends with CR LF and with nothing else, so that
 * nobody who takes a line feed alone for an end can be made to see other commands than we do. Data is left to the library, which
 * knows CRLF.CRLF as its only end; what it must look like is checked when it is there.
 */
export class StrictStream extends SMTPStream {
  /** Whether more input lies behind the line that is being carried out: a client that did not wait for its reply. */
  hasMore = false;
  onerror: (problem: LineError) => void = () => undefined;
  #rest: Buffer = empty;

  override _write(
    chunk: Buffer,
    encoding: BufferEncoding | "buffer",
    next: (error?: Error | null) => void,
  ): void {
    if (this.isClosed || chunk.length === 0) next();
    else if (this._dataMode) this._feedDataStream(chunk, next);
    else
      this.#readCommands(this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk, {
        encoding,
        next,
      });
  }

  /** A line that is not ended was not sent: the client broke off, or somebody cut the connection. */
  override _flushData(): void {}

  #readCommands(
    input: Buffer,
    { encoding, next }: { encoding: BufferEncoding | "buffer"; next: (error?: Error | null) => void },
  ): void {
    let at = 0;
    let isRunning = false;
    let goOn = false;
    const run = () => {
      // A command that is carried out at once comes back from within: a loop instead of a stack as deep as the input.
      goOn = true;
      if (isRunning) return;
      isRunning = true;
      while (goOn) {
        goOn = false;
        if (this.isClosed) return next();
        if (this._dataMode) {
          this.#rest = empty;
          return this._write(input.subarray(at), encoding, next);
        }
        const line = this.#nextLine(input, at);
        if (line === null) return next();
        at += line.length + 2;
        this.hasMore = at < input.length;
        this.oncommand(line, run);
      }
      isRunning = false;
    };
    run();
  }

  #nextLine(input: Buffer, at: number): Buffer | null {
    const lf = input.indexOf(LF, at);
    const cr = input.indexOf(CR, at);
    const end = lf < 0 ? input.length : lf - 1;
    const isStrict = lf < 0 ? cr < 0 || cr === input.length - 1 : cr === lf - 1;
    const isLong = end - at > this._maxCommandLength;
    if (isStrict && !isLong && lf >= 0) return input.subarray(at, end);
    this.#rest = empty;
    if (isStrict && !isLong) this.#rest = Buffer.from(input.subarray(at));
    else this.onerror(isLong ? "line too long" : "bare line end");
    return null;
  }
}
