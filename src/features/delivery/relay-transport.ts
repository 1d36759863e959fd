import { needsSmtpUtf8 } from "../../mail/address/index.ts";
import { type Endpoint, type Outcome, SmtpPool } from "../../mail/smtp/index.ts";
import type { AttemptResult } from "./outcome.ts";
import type { Transport } from "./transport.ts";

/** Connections to one relay. More than most relays allow a client brings 421s, fewer leaves bandwidth unused. */
const maxConnections = 20;
/** Some relays count messages per connection; a new one after this many costs nothing by then. */
const maxMessagesPerConnection = 1_000;
/** Relays hang up after 30 seconds at the earliest. */
const idleMs = 20_000;
/**
 * A stop waits this long for replies to final dots; after it they are recorded as uncertain. Must be less than what the
 * supervisor gives a role (rolesStopWithinMs in commands/serve/instance.ts), or nothing would be recorded.
 */
const closeGraceMs = 10_000;

/** Hands all mail to one server that takes it from there. */
export function createRelayTransport({
  endpoint,
  heloName,
}: {
  endpoint: Endpoint;
  heloName: string;
}): Transport {
  const pool = new SmtpPool({
    endpoint,
    heloName,
    maxConnections,
    maxMessagesPerConnection,
    idleMs,
  });
  return {
    concurrency: maxConnections,
    transmit: async ({ envelope, render, mayTransmit }) => {
      const outcomes = await pool.send({
        ...envelope,
        message: await render(),
        smtpUtf8: [envelope.from, ...envelope.recipients].some(needsSmtpUtf8),
        mayEnd: mayTransmit,
      });
      return outcomes.map(toResult);
    },
    close: () => pool.close({ graceMs: closeGraceMs }),
  };
}

function toResult({ kind, reason, phase, host, reply, enhanced }: Outcome): AttemptResult {
  const code = enhanced ?? reply?.enhanced;
  return {
    kind,
    reason,
    phase,
    host,
    ...(code ? { enhanced: code } : {}),
    ...(reply ? { code: reply.code, line: reply.line } : {}),
  };
}
