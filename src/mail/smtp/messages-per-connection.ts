/**
 * A server that closed a connection by chance gets a higher limit again; one that counts messages is tested seldom enough
 * not to mind.
 */
const GROW_AFTER_CONNECTIONS = 20;
/** Beyond this, opening a connection costs nothing compared with its messages. */
const MAX_GROWN_LIMIT = 1_000;

/**
 * The number of messages per connection before we close it, shared by all connections to servers with the same limit.
 * Closing first costs less than being cut off by a server that wants fewer.
 */
export class MessagesPerConnection {
  #limit: number;
  /** Connections that reached the limit and were closed by us since the last change. */
  #closedByUs = 0;

  constructor(start: number) {
    this.#limit = start;
  }

  get most(): number {
    return this.#limit;
  }

  /** We closed a connection after the last message that it may carry. */
  closedByUs(): void {
    this.#closedByUs += 1;
    if (this.#closedByUs < GROW_AFTER_CONNECTIONS) return;
    this.#closedByUs = 0;
    this.#limit = Math.max(this.#limit, Math.min(MAX_GROWN_LIMIT, this.#limit + 1));
  }

  /**
   * The server closed a connection or refused more messages on it. Halves the limit, but not below what the server has just
   * accepted.
   */
  endedByServer({ afterMessages }: { afterMessages: number }): void {
    this.#closedByUs = 0;
    this.#limit = Math.min(this.#limit, Math.max(1, afterMessages, Math.floor(this.#limit / 2)));
  }
}
