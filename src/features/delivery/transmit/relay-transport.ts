import {
  type Endpoint,
  MessagesPerConnection,
  type PoolOptions,
  SmtpPool,
} from "../../../mail/smtp/index.ts";
import type { TransmitResult } from "../outcome.ts";
import { toTransmitResults } from "./to-result.ts";
import type { Patience, Signer, Transmission, Transport } from "./transport.ts";

/**
 * Connections to one relay: at first, and if it is slow and takes more. Fewer at first deliver less in the first seconds; with more at
 * most, a worker has too many sockets.
 */
export const FIRST_RELAY_CONNECTIONS = 20;
export const MAX_RELAY_CONNECTIONS = 200;
/** Some relays limit messages per connection, which the pool learns. A new connection after this many costs nothing. */
const MESSAGES_AT_FIRST = 1_000;
/** Relays close idle connections after 30 seconds or more. */
const IDLE_MS = 20_000;

export type RelayTransportOptions = Pick<PoolOptions, "locate" | "timeouts" | "coolDownMs"> & {
  endpoint: Endpoint;
  heloName: string;
  maxConnections?: number;
  /** Default: us. */
  signer?: Signer;
};

/** Sends all mail to one relay. */
export class RelayTransport implements Transport {
  readonly #pool: SmtpPool;
  readonly #signer: Signer;

  constructor({ maxConnections = MAX_RELAY_CONNECTIONS, signer = "us", ...options }: RelayTransportOptions) {
    const messagesPerConnection = new MessagesPerConnection(MESSAGES_AT_FIRST);
    this.#signer = signer;
    this.#pool = new SmtpPool({ ...options, maxConnections, messagesPerConnection, idleMs: IDLE_MS });
  }

  async transmit({ envelope, render, maySendFinalDot }: Transmission): Promise<TransmitResult[]> {
    const outcomes = await this.#pool.send({
      ...envelope,
      message: await render(this.#signer),
      maySendFinalDot,
    });
    return toTransmitResults(outcomes, envelope);
  }

  close(patience: Patience): Promise<void> {
    return this.#pool.close(patience);
  }
}
