import { once } from "node:events";
import { Worker } from "node:worker_threads";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { buildMessage } from "../src/mail/mime/index.ts";
import { type Endpoint, type Job, MessagesPerConnection, SmtpPool } from "../src/mail/smtp/index.ts";

/** Messages per second to one sink on loopback: Posthouse's pool against nodemailer's bare connections, with the same prebuilt message. */
export type SmtpClientFigures = { connections: number; ours: number; nodemailer: number; ratio: number };

const MESSAGE = buildMessage({
  messageId: "0199aa00-0000-7000-8000-000000000000@mail.example.com",
  date: new Date("2026-11-21T12:00:00Z"),
  from: { address: "shop@mail.example.com", name: "The Shop" },
  to: [{ address: "ada@example.org", name: "Ada Lovelace" }],
  replyTo: [],
  subject: "Your order 4711 is on its way",
  html: null,
  text: "Your order has left our warehouse and will be with you soon.\r\n".repeat(28),
  boundarySeed: "bench",
});
const JOB: Job = { from: "shop@mail.example.com", recipients: ["ada@example.org"], message: MESSAGE };

/** Measures each client for `seconds`, with the sink in its own thread. */
export async function measureSmtpClient({ connections = 8, seconds = 2 } = {}): Promise<SmtpClientFigures> {
  const sink = new Worker(new URL("./smtp-sink-worker.ts", import.meta.url));
  const [port] = (await once(sink, "message")) as [number];
  const nodemailer = await measureNodemailer({ port, connections, seconds });
  const ours = await measurePool({ port, connections, seconds });
  await sink.terminate();
  return { connections, ours, nodemailer, ratio: ours / nodemailer };
}

type Load = { port: number; connections: number; seconds: number };

async function measurePool({ port, connections, seconds }: Load): Promise<number> {
  const endpoint: Endpoint = { host: "127.0.0.1", port, tls: "none", auth: null, rejectUnauthorized: true };
  const pool = new SmtpPool({
    endpoint,
    maxConnections: connections,
    messagesPerConnection: new MessagesPerConnection(1e9),
    idleMs: 10_000,
  });
  const rate = await rateOf(seconds, connections * 2, async () => {
    const [outcome] = await pool.send(JOB);
    if (outcome?.kind !== "delivered") throw new Error(outcome?.reason);
  });
  await pool.close({ graceMs: 1_000 });
  return rate;
}

async function measureNodemailer({ port, connections, seconds }: Load): Promise<number> {
  const free = await Promise.all(Array.from({ length: connections }, () => openNodemailer(port)));
  const opened = [...free];
  const rate = await rateOf(seconds, connections, async () => {
    const connection = free.pop() as SMTPConnection;
    await new Promise<void>((resolve, reject) => {
      connection.send({ from: JOB.from, to: JOB.recipients }, MESSAGE, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    free.push(connection);
  });
  for (const connection of opened) connection.close();
  return rate;
}

function openNodemailer(port: number): Promise<SMTPConnection> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({ host: "127.0.0.1", port, ignoreTLS: true });
    connection.once("error", reject);
    connection.connect(() => resolve(connection));
  });
}

/** Keeps `parallel` calls in flight; the first half second is a warm-up and does not count. */
async function rateOf(seconds: number, parallel: number, once: () => Promise<void>): Promise<number> {
  const start = performance.now() + 500;
  const end = start + seconds * 1_000;
  let count = 0;
  const loop = async () => {
    while (performance.now() < end) {
      await once();
      if (performance.now() >= start) count += 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, loop));
  return Math.round((count * 1_000) / (performance.now() - start));
}

if (import.meta.main) console.table([await measureSmtpClient({ connections: 1 }), await measureSmtpClient()]);
