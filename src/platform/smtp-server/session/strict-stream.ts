import { SMTPStream } from "smtp-server/lib/smtp-stream.js";

const CR = 13;
const LF = 10;
const EMPTY = Buffer.alloc(0);

/** Why a line is not a command. Such a line ends the session. */
export type LineError = "bare line end" | "line too long";

/**
 * The library's parser with stricter command lines: a line ends only with CR LF (RFC 5321 §2.3.8), so that another server,
 * which accepts a bare line feed, cannot see other commands than we do. The library reads message data, which ends only
 * with CRLF.CRLF; the content is checked when the message is complete.
 */
export class StrictStream extends SMTPStream {
  /** Whether more input follows the current command: the client did not wait for its reply. */
  hasMore = false;
  onerror: (problem: LineError) => void = () => undefined;
  #rest: Buffer = EMPTY;

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

  /** Discards an unfinished line, because the connection has ended. */
  override _flushData(): void {}

  #readCommands(
    input: Buffer,
    { encoding, next }: { encoding: BufferEncoding | "buffer"; next: (error?: Error | null) => void },
  ): void {
    let at = 0;
    let isRunning = false;
    let goOn = false;
    const run = () => {
      // A command that completes synchronously calls `run` again from within. This loop keeps the stack from growing with
      // each command.
      goOn = true;
      if (isRunning) return;
      isRunning = true;
      while (goOn) {
        goOn = false;
        if (this.isClosed) return next();
        if (this._dataMode) {
          this.#rest = EMPTY;
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
    this.#rest = EMPTY;
    if (isStrict && !isLong) this.#rest = Buffer.from(input.subarray(at));
    else this.onerror(isLong ? "line too long" : "bare line end");
    return null;
  }
}
