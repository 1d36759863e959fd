/**
 * The limit grows by one after this many full connections, so that it recovers when a server closed a connection by chance.
 * A server that counts messages rarely gets one too many.
 */
const GROW_AFTER_CONNECTIONS = 20;
/** With this many messages per connection, the cost of opening one is negligible. */
const MAX_GROWN_LIMIT = 1_000;

/**
 * The number of messages per connection before we close it, shared by all connections to servers with the same limit.
 * Closing a connection ourselves costs less than a message that the server refuses because it accepts fewer messages per
 * connection.
 */
export class MessagesPerConnection {
  #limit: number;
  /** Connections that reached the limit and were closed by us since the limit last changed. */
  #closedByUs = 0;

  constructor(start: number) {
    this.#limit = start;
  }

  get most(): number {
    return this.#limit;
  }

  /** Records that we closed a connection after the last message that it may carry. */
  closedByUs(): void {
    this.#closedByUs += 1;
    if (this.#closedByUs < GROW_AFTER_CONNECTIONS) return;
    this.#closedByUs = 0;
    this.#limit = Math.max(this.#limit, Math.min(MAX_GROWN_LIMIT, this.#limit + 1));
  }

  /**
   * Records that the server closed a connection or refused more messages on it. Halves the limit, but not below the number
   * of messages that the server has just accepted.
   */
  endedByServer({ afterMessages }: { afterMessages: number }): void {
    this.#closedByUs = 0;
    this.#limit = Math.min(this.#limit, Math.max(1, afterMessages, Math.floor(this.#limit / 2)));
  }
}
