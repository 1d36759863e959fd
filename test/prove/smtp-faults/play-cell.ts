import {
  connectSmtp,
  type Endpoint,
  type Job,
  MessagesPerConnection,
  type Outcome,
  SmtpPool,
} from "../../../src/mail/smtp/index.ts";
import { type Script, type Step, startSmtpSink } from "../../harness/smtp-server.ts";
import { type Cell, steps } from "./golden-outcomes.ts";

/** A new connection, or one of a pool. */
export type Client = "connection" | "pool";
type Played = { outcome: Outcome | undefined; kept: number };

const IMPATIENCE_MS = 100;
const SMALL = Buffer.from("Subject: x\r\n\r\nhello\r\n");
/** Larger than the kernel buffers of both sides, so that the server's reply arrives while the message is still being sent. */
const big = Buffer.alloc(16 << 20, "0123456789abcdef 0123456789abcdef 0123456789abcdef\r\n");

/** Sends one message to a server that injects the fault at the phase. */
export async function playCell({ phase, fault }: Cell, client: Client): Promise<Played> {
  const script = scriptFor(phase, steps.get(fault) ?? "");
  const sink = await startSmtpSink({ tls: "starttls", auth: ["PLAIN"], script });
  // RFC 5737: TEST-NET-1 is routed nowhere.
  const host = phase === "connect" && fault === "timeout" ? "192.0.2.1" : "127.0.0.1";
  if (phase === "connect") await sink.close();
  const auth = { user: "u", pass: "p" };
  const endpoint: Endpoint = { host, port: sink.port, tls: "required", auth, rejectUnauthorized: false };
  const timeouts =
    fault === "timeout" ? { [phase.replace("ehlo2", "ehlo")]: IMPATIENCE_MS } : { quit: 1_000 };
  const job = { from: "a@b.example", recipients: ["x@y.example"], message: phase === "body" ? big : SMALL };
  const [outcome] = await ways[client]({ endpoint, heloName: "client.example", timeouts }, job);
  const kept = sink.messages.length;
  if (phase !== "connect") await sink.close();
  return { outcome, kept };
}

const ways: Record<Client, (options: Parameters<typeof connectSmtp>[0], job: Job) => Promise<Outcome[]>> = {
  connection: async (options, job) => {
    const connected = await connectSmtp(options);
    if (!connected.ok) return [connected.failure];
    const outcomes = await connected.connection.send(job);
    await connected.connection.quit();
    return outcomes;
  },
  pool: async (options, job) => {
    const messagesPerConnection = new MessagesPerConnection(10);
    const limits = { maxConnections: 1, messagesPerConnection, idleMs: 10_000 };
    const pool = new SmtpPool({ ...options, ...limits });
    const outcomes = await pool.send(job);
    await pool.close({ graceMs: 1_000 });
    return outcomes;
  },
};

function scriptFor(phase: string, step: Step): Script {
  if (phase === "ehlo") return { ehlo: ({ secure }) => (secure ? undefined : step) };
  if (phase === "ehlo2") return { ehlo: ({ secure }) => (secure ? step : undefined) };
  return { [phase]: step };
}

/** The difference between the actual and the expected outcome of a cell; null if there is none. */
export function errorInOutcome({ phase, fault, kind }: Cell, { outcome, kept }: Played): string | null {
  const wantedReply = phase === "quit" || (["4xx", "5xx", "421+close"].includes(fault) && phase !== "tls");
  const faults = [
    outcome?.kind !== kind && `became ${outcome?.kind}`,
    !phaseSeen(phase, fault).test(outcome?.phase ?? "") && `seen at ${outcome?.phase}`,
    (outcome?.reply !== null) !== wantedReply && `reply ${JSON.stringify(outcome?.reply)}`,
    kept !== Number(phase === "quit") && `${kept} kept`,
  ].filter(Boolean);
  return faults.length === 0 ? null : `${phase} × ${fault}: ${faults.join(", ")}`;
}

/** The phase in which the client sees the fault. Two faults may arrive just before the phase in which the server injects them. */
function phaseSeen(phase: string, fault: string): RegExp {
  if (phase === "greeting" && fault === "rst") return /^(connect|greeting)$/;
  if (phase === "tls") return /^(starttls|tls)$/;
  return new RegExp(`^${phase.replace("ehlo2", "ehlo").replace("quit", "dot")}$`);
}
