import { needsSmtpUtf8 } from "../../../mail/address/index.ts";
import {
  type Endpoint,
  MessagesPerConnection,
  type PoolOptions,
  SmtpPool,
} from "../../../mail/smtp/index.ts";
import { toTransmitResults } from "./to-result.ts";
import type { Transport } from "./transport.ts";

/** Connections to one relay. More than most relays allow a client brings 421s, fewer leaves bandwidth unused. */
export const MAX_RELAY_CONNECTIONS = 20;
/** Some relays count messages per connection, which the pool learns; a new one after this many costs nothing by then. */
const MESSAGES_AT_FIRST = 1_000;
/** Relays hang up after 30 seconds at the earliest. */
const IDLE_MS = 20_000;

type Options = Pick<PoolOptions, "locate" | "timeouts" | "coolDownMs"> & {
  endpoint: Endpoint;
  heloName: string;
  maxConnections?: number;
};

/** InFlightRecipients all mail to one server that takes it from there. */
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
