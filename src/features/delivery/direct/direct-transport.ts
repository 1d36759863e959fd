import type { MailHost } from "../../../mail/dns/index.ts";
import type { Endpoint, Job, MessagesPerConnection, Outcome, SmtpPool } from "../../../mail/smtp/index.ts";
import { reasonToRefusePeer, type TlsPolicy } from "../../../mail/tls-policy/index.ts";
import { type AttemptResult, isTried, type TransmitResult } from "../outcome.ts";
import { isSlowDown, reachedMail } from "../throttles/feedback.ts";
import { toTransmitResults } from "../transmit/to-result.ts";
import { STOP_GRACE_MS, type Transmission } from "../transmit/transport.ts";
import { ConnectionPools } from "./connection-pools.ts";
import type { AttemptedServer, HostsOf } from "./providers/destination-throttles.ts";
import { targetsOf } from "./targets-of.ts";

/** The source address. Null: the system chooses. */
export type Source = { localAddress: string | null; heloName: string };

/** RFC 5321 §4.5.3.2 names no limit for the connection itself. Several addresses are tried, so each gets less than the system's 2 minutes. */
const CONNECT_MS = 20_000;
/** The throttle limits open connections; this is a safety limit above it. */
const MAX_CONNECTIONS = 200;
/**
 * A connection without a greeting loses its place in the throttle after this time. RFC 5321 §4.5.3.2.1 gives servers 5 minutes, in which
 * one tenant's servers could block the mail of others. With a shorter time, servers that delay their greeting on purpose would count as silent.
 */
const SILENT_MS = 10_000;
/**
 * After this time, an attempt tries no further server. Each may be silent for five minutes at its greeting or at MAIL (RFC 5321
 * §4.5.3.2): with more time, five of them hold a slot of the worker for 25 minutes. With less, a host that is silent at its IPv6 and its
 * IPv4 address keeps the mail from the other hosts for as long as it is silent.
 */
const NEXT_SERVER_MS = 12 * 60_000;
/** Large mailbox providers close idle connections after one minute or more. */
const IDLE_MS = 15_000;

/** One attempt: the destination, the source address, and what its throttle has learned. */
export type DirectAttempt = {
  destination: HostsOf;
  source: Source;
  /** The name of the throttle. */
  messagesPerConnection: MessagesPerConnection;
  /** Each throttle has its own connections, so that replies to other mail do not end them. */
  throttle: string;
  /** Called for each server that was tried, in order. */
  onAttempted: (server: AttemptedServer) => void;
  /** Called when a server has sent no greeting in time. The attempt continues, and the server may still reply. */
  onNoGreeting: (server: { host: string; address: string }) => void;
};

type Options = {
  /** The port of the recipients' servers: 25 except in tests. */
  port: number;
  silentMs?: number | undefined;
  nextServerMs?: number | undefined;
  tlsPolicyOf: (destination: HostsOf, host: MailHost) => Promise<TlsPolicy>;
};

/** Sends mail to the recipients' servers (RFC 5321 §5). */
export class DirectTransport {
  readonly #options: Options;
  readonly #pools = new ConnectionPools({
    maxConnections: MAX_CONNECTIONS,
    idleMs: IDLE_MS,
    timeouts: { connect: CONNECT_MS },
  });

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Tries one server after the other, while there is time, until one has replied to MAIL: that one decides the outcome of this attempt.
   * Null: the source address cannot be used, and no server has seen the message.
   */
  async transmit(
    { destination, source, messagesPerConnection, throttle, onAttempted, onNoGreeting }: DirectAttempt,
    { envelope, render, mayTransmit, maySendFinalDot }: Transmission,
  ): Promise<TransmitResult[] | null> {
    const job: Job = { ...envelope, message: await render(), maySendFinalDot };
    const nextServerUntil = performance.now() + (this.#options.nextServerMs ?? NEXT_SERVER_MS);
    let last: TransmitResult[] = [];
    /** The results of the first server that lacks what the message needs, or of a later one once each server was reached. */
    let refused: TransmitResult[] | null = null;
    /** Servers of which no address was reached. */
    const unreached = new Set<string>();
    for (const { host, address } of targetsOf(destination.hosts, source.localAddress)) {
      const policy = await this.#options.tlsPolicyOf(destination, host);
      if (policy.kind === "temporary") {
        last = envelope.recipients.map(() => notToBeUsed(host, policy.reason));
        unreached.add(host.name);
        continue;
      }
      const endpoint = endpointOf({ host, address, port: this.#options.port, policy, source });
      const { heloName } = source;
      const pool = this.#pools.find({
        endpoint,
        heloName,
        demands: `${throttle} ${demandsOf(policy)}`,
        messagesPerConnection,
      });
      const onConnected = onceSilent(pool, this.#options.silentMs ?? SILENT_MS, () =>
        onNoGreeting({ host: host.name, address }),
      );
      const outcomes = await pool.send({ ...job, onConnected }).finally(onConnected);
      if (outcomes.some(({ cannotBind }) => cannotBind)) return null;
      const isReached = !outcomes.every(failedBeforeMail);
      if (isReached) unreached.delete(host.name);
      else unreached.add(host.name);
      last = toTransmitResults(outcomes, envelope).map((result, n) => {
        if (!isTried(result)) return result;
        const known = { ...result, ...sourceOf(source), policy: policy.why };
        return outcomes[n]?.lacks && unreached.size > 0 ? deferForPreferred(known) : known;
      });
      const tried = last.filter(isTried);
      if (tried.length > 0) onAttempted(attemptedServer(host, address, tried));
      if (!outcomes.every((outcome) => outcome.lacks || failedBeforeMail(outcome))) return last;
      if (isReached && (refused === null || unreached.size === 0)) refused = last;
      if (!mayTransmit() || performance.now() > nextServerUntil) break;
    }
    if (refused) return refused;
    return last.length > 0 ? last : envelope.recipients.map(() => noFamily(destination));
  }

  /** Called when the process stops. */
  close(): Promise<void> {
    return this.#pools.close({ graceMs: STOP_GRACE_MS });
  }
}

/**
 * Calls back when the server has been silent for this time, unless the returned function is called first. A message that waits for one of
 * our own connections says nothing about the server.
 */
function onceSilent(pool: SmtpPool, silentMs: number, onSilent: () => void): () => void {
  const checkIn = (ms: number) =>
    setTimeout(() => {
      const leftMs = silentMs - pool.silentForMs;
      if (leftMs > 0) timer = checkIn(leftMs);
      else onSilent();
    }, ms);
  let timer = checkIn(silentMs);
  return () => clearTimeout(timer);
}

function attemptedServer({ name }: MailHost, address: string, results: AttemptResult[]): AttemptedServer {
  const { reason = "", phase } = results[0] ?? {};
  const slowDown = results.some(isSlowDown);
  const common = { host: name, address, slowDown, reason };
  if (results.some(({ kind }) => kind === "delivered")) return { ...common, outcome: "delivered" };
  if (results.some(reachedMail)) return { ...common, outcome: "reached-mail" };
  if (phase === "starttls" || phase === "tls") return { ...common, outcome: "refused-tls" };
  return { ...common, outcome: slowDown ? "busy" : "unreachable" };
}

const BEFORE_MAIL = new Set(["connect", "greeting", "ehlo", "starttls", "tls"]);

/**
 * The server was unreachable, or did not reply to MAIL: it closed the connection or was silent. It has no byte of the message, so RFC
 * 5321 §5.1 has the next server tried.
 */
function failedBeforeMail({ kind, phase, reply, untried }: Outcome): boolean {
  return (
    untried === undefined &&
    kind === "deferred" &&
    (BEFORE_MAIL.has(phase) || (phase === "mail" && (reply === null || reply.code === 421)))
  );
}

/** A server that is preferred to this one was unreachable, and may offer what this one lacks. */
function deferForPreferred({ enhanced: _, ...result }: AttemptResult): AttemptResult {
  return { ...result, kind: "deferred", reason: `${result.reason} A preferred server was unreachable.` };
}

type KnownPolicy = Exclude<TlsPolicy, { kind: "temporary" }>;

function endpointOf({
  host,
  address,
  port,
  policy,
  source,
}: {
  host: MailHost;
  address: string;
  port: number;
  policy: KnownPolicy;
  source: Source;
}): Endpoint {
  return {
    host: host.name,
    address,
    port,
    auth: null,
    tls: policy.kind === "opportunistic" ? "opportunistic" : "required",
    rejectUnauthorized: false,
    reasonToRefusePeer: (peer) => reasonToRefusePeer(policy, peer),
    ...(source.localAddress !== null && { localAddress: source.localAddress }),
  };
}

/** A connection that met lower demands is not reused for higher ones. */
function demandsOf(policy: KnownPolicy): string {
  if (policy.kind === "opportunistic") return "";
  return policy.by === "mta-sts" ? "mta-sts" : `dane ${JSON.stringify([policy.records, policy.names])}`;
}

function notToBeUsed({ name }: MailHost, reason: string): AttemptResult {
  return { kind: "deferred", phase: "policy", host: name, reason };
}

/** No source address reaches a server of the domain. */
export function noFamily({ domain }: { domain: string }): AttemptResult {
  const reason = `No mail server of ${domain} has an address of the family that we send from.`;
  return { kind: "deferred", phase: "connect", reason, enhanced: "4.4.4" };
}

function sourceOf({ localAddress }: Source): Partial<AttemptResult> {
  return localAddress === null ? {} : { source: localAddress };
}
