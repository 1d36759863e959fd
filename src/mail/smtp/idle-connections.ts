import type { SmtpConnection } from "./session/smtp-connection.ts";

/** Idle connections of several pools, so that all of them together have no more than some. */
export class IdleConnections {
  readonly #most: number;
  /** Oldest first, with what makes each of them leave. */
  readonly #leave = new Map<SmtpConnection, () => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The oldest leaves when there are too many. */
  add(connection: SmtpConnection, leave: () => void): void {
    this.#leave.set(connection, leave);
    const [oldest] = this.#leave;
    if (this.#leave.size <= this.#most || !oldest) return;
    this.#leave.delete(oldest[0]);
    oldest[1]();
  }

  /** It is idle no more. */
  delete(connection: SmtpConnection): void {
    this.#leave.delete(connection);
  }
}
