import { isIPv6 } from "node:net";
import { classifyReply } from "../classify-reply.ts";
import { addDuration, type Durations } from "../durations.ts";
import { type Endpoint, isLoopback } from "../endpoint.ts";
import type { Outcome, Phase } from "../outcome.ts";
import { authenticate } from "./authenticate.ts";
import { NO_CAPABILITIES, readCapabilities } from "./capabilities.ts";
import { type Answer, Dialogue } from "./dialogue.ts";
import type { Session } from "./job.ts";
import { SmtpConnection } from "./smtp-connection.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "./timeouts.ts";
import { answeredOutcome, brokenOutcome } from "./verdicts.ts";

export type ConnectOptions = {
  endpoint: Endpoint;
  /** Our name in EHLO. Default: the literal of our own address (RFC 5321 §4.1.4). */
  heloName?: string;
  timeouts?: Partial<Timeouts>;
  signal?: AbortSignal;
  /** The duration of the address look-up of the endpoint, in milliseconds. */
  dnsMs?: number;
};

/** A connection that is ready to send, or the outcome shared by every recipient that waited for it. */
export type Connected = { ok: true; connection: SmtpConnection } | { ok: false; failure: Outcome };

/** Connects, secures and authenticates. Never rejects; a failure is always `deferred`. */
export async function connectSmtp(options: ConnectOptions): Promise<Connected> {
  const { endpoint } = options;
  const first = await attempt(options);
  const failedTls = !first.ok && (first.failure.phase === "starttls" || first.failure.phase === "tls");
  // RFC 7435 §3: opportunistic security falls back to plain text, but never when a password would be sent.
  if (!failedTls || endpoint.tls !== "opportunistic" || endpoint.auth !== null) return first;
  const inClear = { ...options, endpoint: { ...endpoint, tls: "none" as const } };
  return await attempt(inClear, first.failure.reason);
}

/** `plaintext` is the reason why TLS is not tried, or null. */
async function attempt(options: ConnectOptions, plaintext: string | null = null): Promise<Connected> {
  const { endpoint, signal } = options;
  const dialogue = new Dialogue(endpoint);
  const session: Session = {
    host: endpoint.host,
    dialogue,
    capabilities: NO_CAPABILITIES,
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    needsReset: false,
    plaintext,
    isClosedByUs: false,
    opening: null,
  };
  const abort = () => dialogue.destroy("closed by us");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  const startedAt = performance.now();
  const failure = await prepare(session, options);
  session.opening = durationsOf(session, startedAt, options.dnsMs);
  signal?.removeEventListener("abort", abort);
  if (failure === null) return { ok: true, connection: new SmtpConnection(session) };
  dialogue.destroy("not needed");
  return {
    ok: false,
    failure: { ...failure, durations: session.opening, transcript: dialogue.transcript.toString() },
  };
}

function durationsOf({ dialogue }: Session, startedAt: number, dnsMs = 0): Durations {
  const { lookedUpAt, tlsMs } = dialogue;
  const lookupMs = lookedUpAt === null ? 0 : lookedUpAt - startedAt;
  const connectMs = performance.now() - startedAt - lookupMs - tlsMs;
  const durations: Durations = {};
  addDuration(durations, "dns", dnsMs + lookupMs);
  addDuration(durations, "connect", Math.max(connectMs, 1));
  addDuration(durations, "tls", tlsMs);
  return durations;
}

/** Runs every step before MAIL and stops at the first failure. */
async function prepare(session: Session, { endpoint, heloName }: ConnectOptions): Promise<Outcome | null> {
  const { dialogue, host, timeouts } = session;
  const problem = await dialogue.connected(timeouts.connect);
  if (problem !== null) {
    const outcome = brokenOutcome(host, "connect", problem);
    if (dialogue.isExhausted) return { ...outcome, untried: "exhausted" };
    return dialogue.cannotBind ? { ...outcome, cannotBind: true } : outcome;
  }
  const hello = heloName ?? addressLiteral(dialogue.localAddress);
  return (
    (endpoint.tls === "implicit" ? await secure(session, endpoint) : null) ??
    (await greet(session)) ??
    (await sayHello(session, hello, mayFallBackToHelo(endpoint))) ??
    (await startTls(session, endpoint, hello)) ??
    (await logIn(session, endpoint))
  );
}

async function greet(session: Session): Promise<Outcome | null> {
  const answer = await session.dialogue.answer(session.timeouts.greeting);
  return failureOf(session, "greeting", answer);
}

async function sayHello(session: Session, hello: string, mayUseHelo: boolean): Promise<Outcome | null> {
  const answer = await ask(session, "ehlo", `EHLO ${hello}`);
  if (answer.ok && classifyReply("ehlo", answer.reply) === "proceed") {
    session.capabilities = readCapabilities(answer.reply.texts);
    return null;
  }
  // RFC 5321 §3.2: a server that does not know EHLO rejects it and is greeted with HELO.
  const unknown = answer.ok && /^50[0-4]$/.test(String(answer.reply.code));
  if (!unknown || !mayUseHelo) return failureOf(session, "ehlo", answer);
  return failureOf(session, "ehlo", await ask(session, "ehlo", `HELO ${hello}`));
}

/** RFC 3207 §4.2: capabilities are requested again after TLS; those offered before it are discarded. */
async function startTls(session: Session, endpoint: Endpoint, hello: string): Promise<Outcome | null> {
  if (endpoint.tls === "none" || endpoint.tls === "implicit") return null;
  if (!session.capabilities.starttls) {
    if (endpoint.tls === "opportunistic") {
      session.plaintext = "it does not offer STARTTLS";
      return null;
    }
    return brokenOutcome(session.host, "starttls", "it does not offer STARTTLS, which is required");
  }
  const answer = await ask(session, "starttls", "STARTTLS");
  const refusal = failureOf(session, "starttls", answer) ?? (await secure(session, endpoint));
  if (refusal !== null) return refusal;
  return await sayHello(session, hello, false);
}

async function secure({ dialogue, host, timeouts }: Session, endpoint: Endpoint): Promise<Outcome | null> {
  const injected = !dialogue.isQuiet;
  const rejectUnauthorized = endpoint.rejectUnauthorized && endpoint.tls !== "opportunistic";
  const { reasonToRefusePeer } = endpoint;
  const problem = await dialogue.upgrade(
    { host: endpoint.host, rejectUnauthorized, reasonToRefusePeer },
    timeouts.tls,
  );
  return problem === null ? null : brokenOutcome(host, injected ? "starttls" : "tls", problem);
}

/**
 * Authenticates if the endpoint has a password. The password is sent only under TLS, or to a server on this machine if that
 * offers no TLS or the endpoint wants none.
 */
async function logIn(session: Session, { auth, tls }: Endpoint): Promise<Outcome | null> {
  if (auth === null) return null;
  const { dialogue, capabilities, host } = session;
  const mayBeClear = isLoopback(dialogue.remoteAddress) && (tls === "none" || !capabilities.starttls);
  if (dialogue.isEncrypted || mayBeClear) return await authenticate(session, auth);
  const reason = `The password was not sent to ${host}, because the connection is not encrypted.`;
  return { kind: "deferred", phase: "auth", reply: null, reason, host };
}

function failureOf({ host }: Session, phase: Phase, answer: Answer): Outcome | null {
  if (!answer.ok) return brokenOutcome(host, phase, answer.problem);
  return classifyReply(phase, answer.reply) === "proceed" ? null : answeredOutcome(host, phase, answer.reply);
}

function ask({ dialogue, timeouts }: Session, phase: Phase, command: string): Promise<Answer> {
  dialogue.write(`${command}\r\n`);
  return dialogue.answer(timeouts[phase]);
}

function mayFallBackToHelo({ tls, auth }: Endpoint): boolean {
  return tls !== "required" && auth === null;
}

/** RFC 5321 §4.1.3. */
function addressLiteral(address: string): string {
  return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
}
