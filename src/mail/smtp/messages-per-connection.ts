/** A server that hung up by chance, and now takes more, is asked so seldom that one that counts is not annoyed. */
const growAfterConnections = 20;
/** Beyond this a new connection costs nothing beside its messages. */
const mostToGrowTo = 1_000;

/**
 * How many messages a connection carries before we leave, for all connections to servers that count alike. Servers that want fewer
 * end the connection; leaving first costs less than that.
 */
export class MessagesPerConnection {
  #most: number;
  /** Connections that carried so many and were left by us. */
  #inPeace = 0;

  constructor(start: number) {
    this.#most = start;
  }

  get most(): number {
    return this.#most;
  }

  /** We left one after the last message that it may carry. */
  leftInPeace(): void {
    this.#inPeace += 1;
    if (this.#inPeace < growAfterConnections) return;
    this.#inPeace = 0;
    this.#most = Math.max(this.#most, Math.min(mostToGrowTo, this.#most + 1));
  }

  /** The server ended one, or wanted no more on it. Half as many from now on, but no fewer than it has just taken. */
  endedByServer({ afterMessages }: { afterMessages: number }): void {
    this.#inPeace = 0;
    this.#most = Math.min(this.#most, Math.max(1, afterMessages, Math.floor(this.#most / 2)));
  }
}
