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

// Real sockets on a machine that may be busy with other tests.
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

/** Holds every message back until it is opened; counts those that wait. */
function dam(): { onMessage: () => Promise<void>; waiting: () => number; open: () => void } {
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

function within(what: string) {
  return { within: 5_000, what, every: 2 };
}

test("one connection carries one message after the other", async () => {
  const { sink, pool } = await start();
  for (let count = 0; count < 5; count += 1)
    expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
  expect(sink.connections).toBe(1);
  expect(sink.accepted).toBe(5);
});

test("as many connections as are needed, no more than allowed, and everyone is served", async () => {
  const { onMessage, waiting, open: openDam } = dam();
  const { sink, pool } = await start({ onMessage });
  const sending = sendMany(pool, 10);
  for (let served = 0; served < 10; ) {
    const due = Math.min(3, 10 - served);
    await until(() => waiting() === due, within("messages at the dam"));
    served += due;
    openDam();
  }
  expect((await sending).flat().map(({ kind }) => kind)).toEqual(new Array(10).fill("delivered"));
  expect(sink.connections).toBe(3);
  expect(new Set(sink.messages.map(({ recipients }) => recipients[0])).size).toBe(10);
});

test("a connection leaves after its share of messages", async () => {
  const messagesPerConnection = new MessagesPerConnection(4);
  const { sink, pool } = await start({}, { maxConnections: 1, messagesPerConnection });
  await sendMany(pool, 10);
  expect(sink.connections).toBe(3);
  await until(() => sink.commands.filter((command) => command === "QUIT").length === 2, within("QUIT"));
});

describe("a server that takes five messages on a connection", () => {
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
    ["hangs up", "fin"],
    ["says 421", "421 Max message per connection reached, closing transmission channel"],
    ["refuses the sixth and stays", "451 4.7.0 Too many messages in this session"],
  ])("which %s: all messages go, and soon the connection leaves first", async (_what, sixth) => {
    const { sink, pool, messagesPerConnection, tooMany } = await startStrict(sixth);
    const outcomes = (await sendMany(pool, 60)).flat();
    expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(60).fill("delivered"));
    expect(messagesPerConnection.most).toBe(5);
    // 100, 50, 25, 12, 6, and no more.
    expect([tooMany(), sink.connections]).toEqual([5, 12]);
  });
});

test("a hang-up on a connection that lay idle says nothing of how many messages it may carry", async () => {
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

test("of several pools the oldest idle connection leaves when there are too many", async () => {
  const idleOfAll = new IdleConnections(2);
  const pools = [
    await start({}, { idleOfAll }),
    await start({}, { idleOfAll }),
    await start({}, { idleOfAll }),
  ];
  for (const { pool } of pools) await pool.send(JOB);
  await until(() => pools[0]?.sink.openConnections === 0, within("the oldest to go"));
  expect(pools.map(({ sink }) => sink.openConnections)).toEqual([0, 1, 1]);
  expect(pools[0]?.sink.commands.at(-1)).toBe("QUIT");
  // The second is used again, so now the third is the oldest.
  await pools[1]?.pool.send(JOB);
  await pools[0]?.pool.send(JOB);
  await until(() => pools[2]?.sink.openConnections === 0, within("the next oldest to go"));
  expect(pools.map(({ sink }) => [sink.openConnections, sink.connections])).toEqual([
    [1, 2],
    [1, 1],
    [0, 1],
  ]);
});

test("an idle connection leaves politely", async () => {
  const { sink, pool } = await start({}, { idleMs: 20 });
  await pool.send(JOB);
  await until(() => sink.openConnections === 0, within("the connection to go"));
  expect(sink.commands.at(-1)).toBe("QUIT");
  expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
});

describe("E32: a connection that died while it lay idle costs no message", () => {
  const WAYS: [string, Script][] = [
    ["the server hung up after MAIL", { mail: ({ connection }) => (connection === 1 ? "fin" : undefined) }],
    ["the server reset it at MAIL", { mail: ({ connection }) => (connection === 1 ? "rst" : undefined) }],
    [
      "the server said 421 to MAIL",
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

  test("the server hung up in the meantime, with or without a word", async () => {
    for (const lastWord of ["421 4.4.2 Idle for too long", undefined]) {
      const { sink, pool } = await start();
      await pool.send(JOB);
      sink.hangUp(lastWord);
      await until(() => sink.openConnections === 0, within("the connection to go"));
      expect(await pool.send(JOB)).toMatchObject([{ kind: "delivered" }]);
      expect(sink.connections).toBe(2);
    }
  });

  test("but a new connection that fails at MAIL is not tried for ever", async () => {
    const { sink, pool } = await start({ script: { mail: "421 4.3.2 Too busy" } });
    expect(await pool.send(JOB)).toMatchObject([{ kind: "deferred", phase: "mail", reply: { code: 421 } }]);
    expect(sink.connections).toBe(1);
  });

  test("and after the dot nothing is ever repeated", async () => {
    const { sink, pool } = await start();
    await pool.send(JOB);
    sink.setScript({ dot: "drop-after" });
    expect(await pool.send(JOB)).toMatchObject([{ kind: "uncertain", phase: "dot" }]);
    expect(sink.accepted).toBe(2);
    expect(sink.connections).toBe(1);
  });
});

describe("a server that does not let us in", () => {
  test("E35: 535 defers everyone after one try, and those who come at once without another", async () => {
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

  test("it is asked again when the cool-down is over", async () => {
    const { sink, pool } = await start({ script: { greeting: "554 5.7.1 Go away" } }, { coolDownMs: 1 });
    expect(await pool.send(JOB)).toMatchObject([
      { kind: "deferred", phase: "greeting", reply: { code: 554 } },
    ]);
    sink.setScript({});
    await until(async () => (await pool.send(JOB))[0]?.kind === "delivered", within("the message to go"));
  });

  test("while one connection stands, a refused second one makes nobody fail", async () => {
    const greeting = ({ connection }: { connection: number }) =>
      connection > 1 ? "421 4.7.0 One is enough" : undefined;
    const { sink, pool } = await start({ script: { greeting } }, { coolDownMs: 60_000 });
    await pool.send(JOB);
    const outcomes = (await sendMany(pool, 20)).flat();
    expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(20).fill("delivered"));
    expect(new Set(sink.messages.map(({ connection }) => connection))).toEqual(new Set([1]));
    // The two that the first need called for, and none in the cool-down after them.
    expect(sink.connections).toBe(3);
  });
});

test("a look-up that throws, and an address of ours that is none, defer and end nothing", async () => {
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
  test("lets the dot under way be answered, defers who waits, and takes leave", async () => {
    const { onMessage, waiting, open: openDam } = dam();
    const { sink, pool } = await start({ onMessage }, { maxConnections: 1 });
    const sending = sendMany(pool, 3);
    await until(() => waiting() === 1, within("the message at the dam"));
    const closing = pool.close({ graceMs: 60_000 });
    openDam();
    await closing;
    expect((await sending).flat().map(({ kind }) => kind)).toEqual(["delivered", "deferred", "deferred"]);
    expect(sink.commands.at(-1)).toBe("QUIT");
    expect(await pool.send(JOB)).toMatchObject([
      { kind: "deferred", reason: expect.stringMatching(/shutting down/) },
    ]);
    expect(sink.connections).toBe(1);
  });

  test("after the grace a message whose dot has left is uncertain", async () => {
    const { onMessage, waiting } = dam();
    const { pool } = await start({ onMessage });
    const sending = pool.send(JOB);
    await until(() => waiting() === 1, within("the message at the dam"));
    await pool.close({ graceMs: 0 });
    expect(await sending).toMatchObject([{ kind: "uncertain", phase: "dot" }]);
  });

  test("ends a connection that is being opened", async () => {
    const { sink, pool } = await start({ script: { greeting: "hang" } });
    const sending = pool.send(JOB);
    await until(() => sink.connections === 1, within("the connection"));
    await pool.close({ graceMs: 60_000 });
    expect(await sending).toMatchObject([{ kind: "deferred", phase: "connect" }]);
  });
});
