import type { Outcome } from "../outcome.ts";
import type { Job, Session, Transacted } from "./job.ts";
import { transact } from "./transact.ts";

/** A connection that carries one message after the other. Made by `connectSmtp`. */
export class SmtpConnection {
  readonly #session: Session;
  #busy = false;
  /** How many messages were begun on it. */
  messages = 0;
  #endedAt = performance.now();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether another message may be sent: the server has not left and has said nothing unasked. */
  get isUsable(): boolean {
    return this.#session.dialogue.problem === null && this.#session.dialogue.isQuiet;
  }

  /** Since the last message, or since it was made. */
  get idleMs(): number {
    return performance.now() - this.#endedAt;
  }

  /** Sends one message: an outcome for each recipient, in their order. Never rejects. One at a time. */
  async send(job: Job): Promise<Outcome[]> {
    return (await this.transact(job)).outcomes;
  }

  /** Like `send`, and says whether the connection was lost before anything of it began. */
  async transact(job: Job): Promise<Transacted> {
    if (this.#busy) throw new Error("A connection carries one message at a time");
    this.#busy = true;
    this.messages += 1;
    const transacted = await transact(this.#session, job);
    this.#busy = false;
    this.#endedAt = performance.now();
    return transacted;
  }

  /** Takes leave (RFC 5321 §4.1.1.10). Whatever the server answers, nothing depends on it. */
  async quit(): Promise<void> {
    await this.#session.dialogue.end("QUIT\r\n", this.#session.timeouts.quit);
  }

  /** Ends the connection at once: a message under way is deferred, or uncertain if its dot has left. */
  close(): void {
    this.#session.isClosedByUs = true;
    this.#session.dialogue.destroy("closed by us");
  }
}
