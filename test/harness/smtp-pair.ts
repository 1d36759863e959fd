import { afterEach } from "vitest";
import {
  type ConnectOptions,
  connectSmtp,
  type Endpoint,
  type Job,
  type SmtpConnection,
} from "../../src/mail/smtp/index.ts";
import { type SinkOptions, type SmtpSink, startSmtpSink } from "./smtp-server.ts";

/** A small message for one recipient. */
export const JOB: Job = {
  from: "a@b.example",
  recipients: ["x@y.example"],
  message: Buffer.from("Subject: x\r\n\r\nhello\r\n"),
};

/** Sinks and connections to them, closed after each test. */
export function makeSmtpPairs() {
  const sinks: SmtpSink[] = [];
  const connections: SmtpConnection[] = [];
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.close();
    await Promise.all(sinks.splice(0).map((sink) => sink.close()));
  });

  async function sinkWith(options: SinkOptions = {}): Promise<SmtpSink> {
    const sink = await startSmtpSink(options);
    sinks.push(sink);
    return sink;
  }

  async function connectTo(
    sink: SmtpSink,
    change: Partial<Endpoint> = {},
    options: Partial<ConnectOptions> = {},
  ) {
    const clear = { tls: "none", auth: null, rejectUnauthorized: false } as const;
    const endpoint: Endpoint = { host: sink.host, port: sink.port, ...clear, ...change };
    const result = await connectSmtp({ endpoint, heloName: "client.example", ...options });
    if (result.ok) connections.push(result.connection);
    return result;
  }

  async function connected(sink: SmtpSink, change: Partial<Endpoint> = {}): Promise<SmtpConnection> {
    const result = await connectTo(sink, change);
    if (!result.ok) throw new Error(result.failure.reason);
    return result.connection;
  }

  async function failed(sink: SmtpSink, change: Partial<Endpoint> = {}) {
    const result = await connectTo(sink, change);
    if (result.ok) throw new Error("it connected");
    return result.failure;
  }

  return { sinkWith, connectTo, connected, failed };
}
