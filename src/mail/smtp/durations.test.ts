import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Script, type SinkOptions, startSmtpSink } from "../../../test/harness/smtp-server.ts";
import { type Endpoint, type Job, MessagesPerConnection, SmtpPool } from "./index.ts";

const SLOW_MS = 60;
/** A timer may fire a little early. */
const AT_LEAST_MS = SLOW_MS - 2;

const JOB: Job = {
  from: "a@b.example",
  recipients: ["x@y.example", "z@y.example"],
  message: Buffer.from("Subject: x\r\n\r\nhello\r\n"),
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(sinkOptions: SinkOptions, endpoint: Partial<Endpoint> = {}) {
  const sink = await startSmtpSink(sinkOptions);
  const pool = new SmtpPool({
    endpoint: {
      ...{ host: "127.0.0.1", port: sink.port, tls: "none" as const, auth: null, rejectUnauthorized: false },
      ...endpoint,
    },
    maxConnections: 1,
    messagesPerConnection: new MessagesPerConnection(100),
    idleMs: 60_000,
    timeouts: { quit: 500 },
  });
  closing.push(
    () => pool.close({ graceMs: 0 }),
    () => sink.close(),
  );
  return pool;
}

const slowly = async () => {
  await sleep(SLOW_MS);
  return undefined;
};

test.each<[phase: "connect" | "mail" | "rcpt" | "data" | "reply", Script]>([
  ["connect", { greeting: slowly }],
  ["connect", { ehlo: slowly }],
  ["mail", { mail: slowly }],
  ["rcpt", { rcpt: slowly }],
  ["data", { data: slowly }],
  ["reply", { dot: slowly }],
])("a server that is slow at one step shows in the duration of %s alone", async (phase, script) => {
  const pool = await start({ script, pipelining: false });
  const outcomes = await pool.send(JOB);
  for (const { kind, durations = {} } of outcomes) {
    expect(kind).toBe("delivered");
    const { [phase]: slow, ...others } = durations;
    expect(slow).toBeGreaterThanOrEqual(AT_LEAST_MS * (phase === "rcpt" ? 2 : 1));
    expect(others).not.toHaveProperty("tls");
    expect(Object.values(others).every((ms) => ms > 0 && Number.isInteger(ms))).toBe(true);
  }
});

test("the TLS handshake counts apart from the connection, and only for the first message of a connection", async () => {
  const pool = await start({ tls: "starttls" }, { tls: "required" });
  const [first] = await pool.send(JOB);
  expect(first?.durations).toMatchObject({ connect: expect.any(Number), tls: expect.any(Number) });
  const [second] = await pool.send(JOB);
  expect(second?.kind).toBe("delivered");
  expect(second?.durations).not.toHaveProperty("connect");
  expect(second?.durations).not.toHaveProperty("tls");
});

test("the wait for a connection that another message uses counts as time in the queue", async () => {
  const pool = await start({ script: { dot: slowly } });
  const [[first], [second]] = await Promise.all([pool.send(JOB), pool.send(JOB)]);
  expect(first?.durations?.queue ?? 0).toBeLessThan(AT_LEAST_MS);
  expect(second?.durations?.queue).toBeGreaterThanOrEqual(AT_LEAST_MS);
});

test("an attempt that fails has the time of the phase that failed", async () => {
  const rejecting = await start({
    script: {
      rcpt: async () => {
        await sleep(SLOW_MS);
        return "550 5.1.1 No such user";
      },
    },
  });
  const [refused] = await rejecting.send(JOB);
  expect(refused).toMatchObject({ kind: "bounced", durations: { rcpt: expect.any(Number) } });

  const unwilling = await start({
    script: {
      greeting: async () => {
        await sleep(SLOW_MS);
        return "421 4.3.2 Not now";
      },
    },
  });
  const [unreached] = await unwilling.send(JOB);
  expect(unreached?.kind).toBe("deferred");
  expect(unreached?.durations?.connect).toBeGreaterThanOrEqual(AT_LEAST_MS);
});
