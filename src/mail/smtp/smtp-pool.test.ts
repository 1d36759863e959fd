import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type Script,
  type SinkOptions,
  type SmtpSink,
  startSmtpSink,
} from "../../../test/harness/smtp-server.ts";
import { until } from "../../../test/harness/until.ts";
import {
  type Endpoint,
  IdleConnections,
  type Job,
  MessagesPerConnection,
  type PoolOptions,
  SmtpPool,
} from "./index.ts";

// The tests use real sockets, on a machine that may run other tests at the same time.
vi.setConfig({ testTimeout: 30_000 });

const JOB: Job = {
  from: "a@b.example",
  recipients: ["x@y.example"],
  message: Buffer.from("Subject: x\r\n\r\nhello\r\n"),
};

const open: { sink: SmtpSink; pool: SmtpPool }[] = [];
afterEach(async () => {
  for (const { sink, pool } of open.splice(0)) {
    await pool.close({ graceMs: 0 });
    await sink.close();
  }
});

type PoolChange = Partial<PoolOptions> & { auth?: Endpoint["auth"] };

async function start(sinkOptions: SinkOptions = {}, { auth = null, ...change }: PoolChange = {}) {
  const sink = await startSmtpSink(sinkOptions);
  const pool = new SmtpPool({
    endpoint: { host: "127.0.0.1", port: sink.port, tls: "none", auth, rejectUnauthorized: true },
    maxConnections: 3,
    messagesPerConnection: new MessagesPerConnection(100),
    idleMs: 60_000,
    timeouts: { quit: 500 },
    ...change,
  });
  open.push({ sink, pool });
  return { sink, pool };
}

/** Holds every message until `open()`; `waiting` counts the held ones. */
function gate(): { onMessage: () => Promise<void>; waiting: () => number; open: () => void } {
  const waiting: (() => void)[] = [];
  return {
    onMessage: () => new Promise((resolve) => void waiting.push(resolve)),
    waiting: () => waiting.length,
    open: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

function sendMany(pool: SmtpPool, count: number) {
  return Promise.all(
    Array.from({ length: count }, (_, index) => pool.send({ ...JOB, recipients: [`x${index}@y.example`] })),
  );
}

function within(condition: string) {
  return { what: condition, every: 2 };
}

test("a connection carries one message at a time", async () => {
  const { sink, pool } = await start();
  for (let count = 0; count < 5; count += 1)
    expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
  expect(sink.connections).toBe(1);
  expect(sink.accepted).toBe(5);
});

test("opens as many connections as needed up to the limit, and sends every message", async () => {
  const { onMessage, waiting, open: openGate } = gate();
  const { sink, pool } = await start({ onMessage });
  const sending = sendMany(pool, 10);
  for (let served = 0; served < 10; ) {
    const due = Math.min(3, 10 - served);
    await until(() => waiting() === due, within("messages at the gate"));
    served += due;
    openGate();
  }
  expect((await sending).flat().map(({ kind }) => kind)).toEqual(new Array(10).fill("delivered"));
  expect(sink.connections).toBe(3);
  expect(new Set(sink.messages.map(({ recipients }) => recipients[0])).size).toBe(10);
});

test("a connection is closed after its limit of messages", async () => {
  const messagesPerConnection = new MessagesPerConnection(4);
  const { sink, pool } = await start({}, { maxConnections: 1, messagesPerConnection });
  await sendMany(pool, 10);
  expect(sink.connections).toBe(3);
  await until(() => sink.commands.filter((command) => command === "QUIT").length === 2, within("QUIT"));
});

describe("a server that accepts five messages per connection", () => {
  async function startStrict(sixth: string) {
    const asked = new Map<number, number>();
    const mail: Script["mail"] = ({ connection }) => {
      asked.set(connection, (asked.get(connection) ?? 0) + 1);
      return (asked.get(connection) ?? 0) > 5 ? sixth : undefined;
    };
    const messagesPerConnection = new MessagesPerConnection(100);
    const started = await start({ script: { mail } }, { maxConnections: 1, messagesPerConnection });
    const tooMany = () => [...asked.values()].filter((count) => count > 5).length;
    return { ...started, messagesPerConnection, tooMany };
  }

  test.each([
    ["closes the connection", "fin"],
    ["sends 421", "421 Max message per connection reached, closing transmission channel"],
    ["refuses the sixth message and stays connected", "451 4.7.0 Too many messages in this session"],
  ])("that %s: all messages are sent, and soon we close the connection first", async (_name, sixth) => {
    const { sink, pool, messagesPerConnection, tooMany } = await startStrict(sixth);
    const outcomes = (await sendMany(pool, 60)).flat();
    expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(60).fill("delivered"));
    expect(messagesPerConnection.most).toBe(5);
    // The limit went from 100 to 50, 25, 12, 6 and 5, and stays there.
    expect([tooMany(), sink.connections]).toEqual([5, 12]);
  });
});

test("losing an idle connection does not lower the messages per connection", async () => {
  const messagesPerConnection = new MessagesPerConnection(100);
  const { sink, pool } = await start({}, { messagesPerConnection });
  await pool.send(JOB);
  sink.setScript({ mail: ({ connection }) => (connection === 1 ? "421 4.4.2 Timeout" : undefined) });
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 2_000);
  expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
  later.mockRestore();
  expect([sink.connections, messagesPerConnection.most]).toEqual([2, 100]);
});

test("the oldest idle connection of several pools is closed when there are too many", async () => {
  const idleOfAll = new IdleConnections(2);
  const pools = [
    await start({}, { idleOfAll }),
    await start({}, { idleOfAll }),
    await start({}, { idleOfAll }),
  ];
  for (const { pool } of pools) await pool.send(JOB);
  await until(() => pools[0]?.sink.openConnections === 0, within("the oldest to close"));
  expect(pools.map(({ sink }) => sink.openConnections)).toEqual([0, 1, 1]);
  expect(pools[0]?.sink.commands.at(-1)).toBe("QUIT");
  // The second connection is used again, so the third is now the oldest.
  await pools[1]?.pool.send(JOB);
  await pools[0]?.pool.send(JOB);
  await until(() => pools[2]?.sink.openConnections === 0, within("the next oldest to close"));
  expect(pools.map(({ sink }) => [sink.openConnections, sink.connections])).toEqual([
    [1, 2],
    [1, 1],
    [0, 1],
  ]);
});

test("an idle connection is closed with QUIT", async () => {
  const { sink, pool } = await start({}, { idleMs: 20 });
  await pool.send(JOB);
  await until(() => sink.openConnections === 0, within("the connection to close"));
  expect(sink.commands.at(-1)).toBe("QUIT");
  expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
});

describe("a message on a dead idle connection is sent on a new one (E32)", () => {
  const WAYS: [string, Script][] = [
    ["the server closed it after MAIL", { mail: ({ connection }) => (connection === 1 ? "fin" : undefined) }],
    ["the server reset it at MAIL", { mail: ({ connection }) => (connection === 1 ? "rst" : undefined) }],
    [
      "the server replied 421 to MAIL",
      { mail: ({ connection }) => (connection === 1 ? "421 4.4.2 Timeout" : undefined) },
    ],
  ];
  test.each(WAYS)("%s", async (_, script) => {
    const { sink, pool } = await start();
    await pool.send(JOB);
    sink.setScript(script);
    expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
    expect(sink.connections).toBe(2);
    expect(sink.accepted).toBe(2);
  });

  test("the server closed it meanwhile, with or without a reply", async () => {
    for (const lastWord of ["421 4.4.2 Idle for too long", undefined]) {
      const { sink, pool } = await start();
      await pool.send(JOB);
      sink.hangUp(lastWord);
      await until(() => sink.openConnections === 0, within("the connection to close"));
      expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
      expect(sink.connections).toBe(2);
    }
  });

  test("a new connection that fails at MAIL is not retried forever", async () => {
    const { sink, pool } = await start({ script: { mail: "421 4.3.2 Too busy" } });
    expect(await pool.send(JOB)).toMatchObject([{ kind: "deferred", phase: "mail", reply: { code: 421 } }]);
    expect(sink.connections).toBe(1);
  });

  test("nothing is repeated after the dot", async () => {
    const { sink, pool } = await start();
    await pool.send(JOB);
    sink.setScript({ dot: "drop-after" });
    expect(await pool.send(JOB)).toMatchObject([{ kind: "uncertain", phase: "dot" }]);
    expect(sink.accepted).toBe(2);
    expect(sink.connections).toBe(1);
  });
});

describe("a server that refuses us", () => {
  test("535 defers every message after one try, and defers the next ones without a try (E35)", async () => {
    const { sink, pool } = await start(
      { auth: ["PLAIN"], script: { auth: "535 5.7.8 No" } },
      { maxConnections: 1, auth: { user: "u", pass: "p" } },
    );
    const outcomes = [...(await sendMany(pool, 50)), ...(await sendMany(pool, 50))].flat();
    expect(outcomes).toHaveLength(100);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: "deferred", phase: "auth", reply: { code: 535 } });
    expect(sink.connections).toBe(1);
  });

  test("it is tried again after the cooldown", async () => {
    const { sink, pool } = await start({ script: { greeting: "554 5.7.1 Go away" } }, { coolDownMs: 1 });
    expect(await pool.send(JOB)).toMatchObject([
      { kind: "deferred", phase: "greeting", reply: { code: 554 } },
    ]);
    sink.setScript({});
    await until(async () => (await pool.send(JOB))[0]?.kind === "delivered", within("delivery"));
  });

  test("a refused second connection fails no message while the first is open", async () => {
    const greeting = ({ connection }: { connection: number }) =>
      connection > 1 ? "421 4.7.0 One is enough" : undefined;
    const { sink, pool } = await start({ script: { greeting } }, { coolDownMs: 60_000 });
    await pool.send(JOB);
    const outcomes = (await sendMany(pool, 20)).flat();
    expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(20).fill("delivered"));
    expect(new Set(sink.messages.map(({ connection }) => connection))).toEqual(new Set([1]));
    // The open connection and the two attempts that the first messages caused; none during the cooldown.
    expect(sink.connections).toBe(3);
  });
});

test("a server that takes few connections gets no more, and every message is sent through those", async () => {
  const { onMessage, waiting, open: openGate } = gate();
  let refused = 0;
  let sinkOf: SmtpSink | undefined;
  const greeting = () => {
    if ((sinkOf?.openConnections ?? 0) <= 5) return undefined;
    refused += 1;
    return "421 4.7.0 Too many connections";
  };
  const { sink, pool } = await start({ onMessage, script: { greeting } }, { maxConnections: 20 });
  sinkOf = sink;
  const sending = sendMany(pool, 60);
  for (let served = 0; served < 60; served += 5) {
    await until(() => waiting() === 5, within("messages at the gate"));
    openGate();
  }
  expect((await sending).flat().map(({ kind }) => kind)).toEqual(new Array(60).fill("delivered"));
  // The first 20 messages wanted a connection each; after that, only single trials.
  expect(refused).toBeGreaterThanOrEqual(15);
  expect(refused).toBeLessThanOrEqual(18);
});

test("a lookup that throws or an invalid local address only defers the message", async () => {
  const broken = [
    { locate: () => Promise.reject(new Error("no resolver")) },
    { endpoint: { host: "127.0.0.1", localAddress: "nonsense" } as Endpoint },
  ];
  for (const change of broken) {
    const { pool } = await start({}, change);
    expect(await pool.send(JOB)).toMatchObject([{ kind: "deferred", phase: "connect" }]);
    await pool.close({ graceMs: 0 });
  }
});

describe("close()", () => {
  test("waits for the reply to a sent dot, defers waiting messages, and sends QUIT", async () => {
    const { onMessage, waiting, open: openGate } = gate();
    const { sink, pool } = await start({ onMessage }, { maxConnections: 1 });
    const sending = sendMany(pool, 3);
    await until(() => waiting() === 1, within("the message at the gate"));
    const closing = pool.close({ graceMs: 60_000 });
    openGate();
    await closing;
    expect((await sending).flat().map(({ kind }) => kind)).toEqual(["delivered", "deferred", "deferred"]);
    expect(sink.commands.at(-1)).toBe("QUIT");
    expect(await pool.send(JOB)).toMatchObject([
      { kind: "deferred", reason: expect.stringMatching(/shutting down/) },
    ]);
    expect(sink.connections).toBe(1);
  });

  test("after the grace period, a message whose dot was sent is uncertain", async () => {
    const { onMessage, waiting } = gate();
    const { pool } = await start({ onMessage });
    const sending = pool.send(JOB);
    await until(() => waiting() === 1, within("the message at the gate"));
    await pool.close({ graceMs: 0 });
    expect(await sending).toMatchObject([{ kind: "uncertain", phase: "dot" }]);
  });

  test("aborts a connection that is being opened", async () => {
    const { sink, pool } = await start({ script: { greeting: "hang" } });
    const sending = pool.send(JOB);
    await until(() => sink.connections === 1, within("the connection"));
    await pool.close({ graceMs: 60_000 });
    expect(await sending).toMatchObject([{ kind: "deferred", phase: "connect" }]);
  });
});
