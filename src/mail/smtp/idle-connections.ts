import type { SmtpConnection } from "./session/smtp-connection.ts";

/** Caps the idle connections of several pools together. */
export class IdleConnections {
  readonly #max: number;
  /** Oldest first, each with the function that closes it. */
  readonly #close = new Map<SmtpConnection, () => void>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Closes the oldest connection when there are too many. */
  add(connection: SmtpConnection, close: () => void): void {
    this.#close.set(connection, close);
    const [oldest] = this.#close;
    if (this.#close.size <= this.#max || !oldest) return;
    this.#close.delete(oldest[0]);
    oldest[1]();
  }

  delete(connection: SmtpConnection): void {
    this.#close.delete(connection);
  }
}
