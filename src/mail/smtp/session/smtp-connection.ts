import type { Outcome } from "../outcome.ts";
import type { Job, Session, Transacted } from "./job.ts";
import { transact } from "./transact.ts";

/** A connection that carries one message at a time. Opened by `connectSmtp`. */
export class SmtpConnection {
  readonly #session: Session;
  #busy = false;
  /** The number of messages started on this connection. */
  messages = 0;
  #endedAt = performance.now();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether another message may be sent: the server has not closed the connection or sent unrequested bytes. */
  get isUsable(): boolean {
    return this.#session.dialogue.problem === null && this.#session.dialogue.isQuiet;
  }

  /** Time since the last message, or since the connection opened. */
  get idleMs(): number {
    return performance.now() - this.#endedAt;
  }

  /** Sends one message and returns an outcome per recipient, in order. Never rejects. One call at a time. */
  async send(job: Job): Promise<Outcome[]> {
    return (await this.transact(job)).outcomes;
  }

  /** Like `send`, and reports whether the connection was lost before the message began. */
  async transact(job: Job): Promise<Transacted> {
    if (this.#busy) throw new Error("A connection carries one message at a time");
    this.#busy = true;
    this.messages += 1;
    const transacted = await transact(this.#session, job);
    this.#busy = false;
    this.#endedAt = performance.now();
    return transacted;
  }

  /** Sends QUIT (RFC 5321 §4.1.1.10). The reply does not matter. */
  async quit(): Promise<void> {
    await this.#session.dialogue.end("QUIT\r\n", this.#session.timeouts.quit);
  }

  /** Ends the connection at once: a message in flight is deferred, or uncertain if its dot was sent. */
  close(): void {
    this.#session.isClosedByUs = true;
    this.#session.dialogue.destroy("closed by us");
  }
}
