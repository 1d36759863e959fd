import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type Script,
  type SinkOptions,
  type SmtpSink,
  startSmtpSink,
} from "../../../test/harness/smtp-server.ts";
import { cells } from "../../../test/prove/smtp-faults/golden-outcomes.ts";
import { type Client, errorInOutcome, playCell } from "../../../test/prove/smtp-faults/play-cell.ts";
import { connectSmtp, type Endpoint, type Job, type Outcome, type Timeouts } from "./index.ts";

// The tests use real sockets, on a machine that may run other tests at the same time.
vi.setConfig({ testTimeout: 30_000 });

const SMALL = Buffer.from("Subject: x\r\n\r\nhello\r\n");
/** Larger than the kernel buffers of both sides, so that the server replies while the message is still being sent. */
const BIG = Buffer.alloc(32 << 20, "0123456789abcdef 0123456789abcdef 0123456789abcdef\r\n");

const open: SmtpSink[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sink) => sink.close()));
});

async function sinkWith(options: SinkOptions): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  open.push(sink);
  return sink;
}

async function sendTo(
  sink: { port: number },
  change: { timeouts?: Partial<Timeouts>; job?: Partial<Job> } = {},
): Promise<Outcome[]> {
  const endpoint: Endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "required",
    auth: { user: "u", pass: "p" },
    rejectUnauthorized: false,
  };
  const job: Job = { from: "a@b.example", recipients: ["x@y.example"], message: SMALL, ...change.job };
  const connected = await connectSmtp({
    endpoint,
    heloName: "client.example",
    timeouts: change.timeouts ?? {},
  });
  if (!connected.ok) return [connected.failure];
  const outcomes = await connected.connection.send(job);
  await connected.connection.quit();
  return outcomes;
}

describe.concurrent.each<Client>(["connection", "pool"])(
  "a %s derives the outcome from the phase and the fault (E1 E2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12)",
  (client) => {
    test.each(cells)("$phase × $fault → $kind", async (cell) => {
      expect(errorInOutcome(cell, await playCell(cell, client))).toBeNull();
    });
  },
);

test("a connection lost after the dot is uncertain, whether or not the server kept the message (E12)", async () => {
  for (const dot of ["drop-after", "drop-before"] as const) {
    const sink = await sinkWith({ tls: "starttls", auth: ["PLAIN"], script: { dot } });
    const [outcome] = await sendTo(sink);
    expect(outcome).toMatchObject({ kind: "uncertain", phase: "dot", reply: null });
    expect(outcome?.reason).toContain("may or may not have received it");
    expect(sink.messages).toHaveLength(dot === "drop-after" ? 1 : 0);
  }
});

test.each([
  ["different codes", "250-a\r\n251 b\r\n"],
  ["2200", "2200 ok\r\n"],
  ["bare LF", "250 ok\n"],
  ["CR in text", "250 ok\rok\r\n"],
  ["64 kB line", `250 ${"x".repeat(65_536)}\r\n`],
  ["a reply that does not fit the command", "354 go\r\n"],
])("%s as the reply to RCPT defers and ends the connection (E18)", async (_, raw) => {
  const sink = await sinkWith({ script: { rcpt: { raw } }, tls: "starttls", auth: ["PLAIN"] });
  const [outcome] = await sendTo(sink);
  expect(outcome).toMatchObject({ kind: "deferred", phase: "rcpt" });
  expect(sink.messages).toEqual([]);
});

test("a reply that arrives before the dot is not taken as the reply to the dot (E18)", async () => {
  const script: Script = { data: { raw: "354 Go ahead\r\n250 2.0.0 Ok\r\n" }, dot: "451 4.3.0 No" };
  const sink = await sinkWith({ script, tls: "starttls", auth: ["PLAIN"] });
  expect(await sendTo(sink)).toMatchObject([{ kind: "deferred", phase: "body" }]);
  expect(sink.messages).toEqual([]);
});

test("a reply without text is valid (E18)", async () => {
  const script: Script = { mail: "250", rcpt: "250", dot: "250" };
  const sink = await sinkWith({ script, tls: "starttls", auth: ["PLAIN"] });
  expect(await sendTo(sink)).toMatchObject([
    { kind: "delivered", reply: { code: 250, enhanced: null, line: "250" } },
  ]);
});

test("a second reply to the dot changes nothing, but the connection is not reused (E18)", async () => {
  const sink = await sinkWith({ script: { dot: { raw: "250 ok\r\n550 no\r\n" } } });
  const endpoint: Endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  };
  const connected = await connectSmtp({ endpoint });
  if (!connected.ok) throw new Error(connected.failure.reason);
  const job: Job = { from: "", recipients: ["x@y.example"], message: SMALL };
  expect(await connected.connection.send(job)).toMatchObject([{ kind: "delivered" }]);
  expect(connected.connection.isUsable).toBe(false);
  connected.connection.close();
});

test("each recipient has its own outcome, even when the server closes the connection after the first refusal (E17, E30)", async () => {
  const recipients = ["good@y.example", "bad@y.example", "busy@y.example", "last@y.example"];
  const rcpt = ({ address }: { address: string }) => {
    if (address.startsWith("bad")) return "550 5.1.1 No such user";
    return address.startsWith("busy") ? "450 4.2.1 Busy" : undefined;
  };
  for (const pipelining of [true, false]) {
    const sink = await sinkWith({ tls: "starttls", auth: ["PLAIN"], pipelining, script: { rcpt } });
    const outcomes = await sendTo(sink, { job: { recipients } });
    expect(outcomes.map(({ kind }) => kind)).toEqual(["delivered", "bounced", "deferred", "delivered"]);
    expect(outcomes.map(({ phase }) => phase)).toEqual(["dot", "rcpt", "rcpt", "dot"]);
    expect(sink.messages.map((message) => message.recipients)).toEqual([
      ["good@y.example", "last@y.example"],
    ]);

    sink.setScript({ rcpt: ({ address }) => (address.startsWith("busy") ? "fin" : rcpt({ address })) });
    const cut = await sendTo(sink, { job: { recipients } });
    expect(cut.map(({ kind }) => kind)).toEqual(["deferred", "bounced", "deferred", "deferred"]);
    expect(sink.messages).toHaveLength(1);
  }
});

test("a peer that stops reading times out within the limit for one piece, and the message is deferred (E29)", async () => {
  const sink = await sinkWith({ tls: "starttls", auth: ["PLAIN"], script: { body: "hang" } });
  const [outcome] = await sendTo(sink, { job: { message: BIG }, timeouts: { body: 100 } });
  expect(outcome).toMatchObject({ kind: "deferred", phase: "body", reply: null });
});

test("a message of many pieces arrives complete", async () => {
  const sink = await sinkWith({ tls: "starttls", auth: ["PLAIN"] });
  const message = Buffer.concat([
    Buffer.from(".first\r\n"),
    BIG.subarray(0, 53 * 100_000),
    Buffer.from("\r\n.last"),
  ]);
  expect(await sendTo(sink, { job: { message } })).toMatchObject([{ kind: "delivered" }]);
  expect(sink.messages[0]?.raw.equals(Buffer.concat([message, Buffer.from("\r\n")]))).toBe(true);
});

test("no outcome contains the password", async () => {
  const sink = await sinkWith({ tls: "starttls", auth: ["PLAIN"], script: { auth: "535 5.7.8 No" } });
  const endpoint: Endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "required",
    auth: { user: "u", pass: "hunter2" },
    rejectUnauthorized: false,
  };
  const connected = await connectSmtp({ endpoint });
  expect(JSON.stringify(connected)).not.toMatch(/hunter2|aHVudGVyMg/);
});
