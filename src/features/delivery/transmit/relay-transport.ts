import { needsSmtpUtf8 } from "../../../mail/address/index.ts";
import {
  type Endpoint,
  MessagesPerConnection,
  type PoolOptions,
  SmtpPool,
} from "../../../mail/smtp/index.ts";
import { toTransmitResults } from "./to-result.ts";
import type { Transport } from "./transport.ts";

/** Connections to one relay. More than a relay allows cause 421 replies; fewer leave bandwidth unused. */
export const MAX_RELAY_CONNECTIONS = 20;
/** Some relays limit messages per connection, which the pool learns. A new connection after this many costs nothing. */
const MESSAGES_AT_FIRST = 1_000;
/** Relays close idle connections after 30 seconds or more. */
const IDLE_MS = 20_000;

type Options = Pick<PoolOptions, "locate" | "timeouts" | "coolDownMs"> & {
  endpoint: Endpoint;
  heloName: string;
  maxConnections?: number;
};

/** Sends all mail to one relay. */
export function createRelayTransport({
  maxConnections = MAX_RELAY_CONNECTIONS,
  ...options
}: Options): Transport {
  const messagesPerConnection = new MessagesPerConnection(MESSAGES_AT_FIRST);
  const pool = new SmtpPool({ ...options, maxConnections, messagesPerConnection, idleMs: IDLE_MS });
  return {
    transmit: async ({ envelope, render, mayEnd }) => {
      const outcomes = await pool.send({
        ...envelope,
        message: await render(),
        smtpUtf8: [envelope.from, ...envelope.recipients].some(needsSmtpUtf8),
        mayEnd,
      });
      return toTransmitResults(outcomes, envelope);
    },
    close: (patience) => pool.close(patience),
  };
}
