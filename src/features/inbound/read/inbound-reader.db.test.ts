import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { testReturnPaths } from "../../../../test/harness/inbound-client.ts";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { stubDeps } from "../inbound-world.fixture.ts";
import { InboundReader } from "./inbound-reader.ts";

test("when no reader thread can start, the message is retried soon and the attempt does not count", async () => {
  const database = await openTestDatabase();
  await database.pool.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo)
     VALUES ($1, 'Subject: x', 0, '', '{a@in.test}', '', '')`,
    [newId()],
  );
  const warned: unknown[] = [];
  const reader = new InboundReader(
    {
      ...stubDeps,
      database,
      mailboxes: { find: async () => ({ kind: "unknown" }) },
      returnPaths: testReturnPaths,
      onBounced: async () => undefined,
      count: () => undefined,
      log: { warn: (fields: unknown) => warned.push(fields) } as unknown as Logger,
    },
    { script: new URL("data:text/javascript,throw new Error()") },
  );
  reader.start();
  await until(() => warned.length > 0, { what: "the failed start" });
  await reader.stop();
  const { rows } = await database.pool.query(
    `SELECT attempts, outcomes, due_at <= now() + interval '5 seconds' AS is_soon
     FROM inbound_messages`,
  );
  expect(rows).toEqual([{ attempts: 0, outcomes: null, is_soon: true }]);
});

test("a statement that reaches its timeout does not count as an attempt, and delays no other message", async () => {
  const database = await openTestDatabase();
  await database.pool.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, attempts)
     VALUES ($1, 'Subject: x', 0, '', '{slow@in.test}', '', '', 4), ($2, 'Subject: x', 0, '', '{a@in.test}', '', '', 0)`,
    [newId(), newId()],
  );
  const warned: unknown[] = [];
  const reader = new InboundReader({
    ...stubDeps,
    database,
    mailboxes: { find: async (address) => ({ kind: "unsubscribe", token: address }) },
    unsubscribe: async (db, token) => {
      if (!token.startsWith("slow")) return true;
      await sql`SET LOCAL statement_timeout = 10`.execute(db);
      await sql`SELECT pg_sleep(60)`.execute(db);
      return true;
    },
    returnPaths: testReturnPaths,
    onBounced: async () => undefined,
    count: () => undefined,
    log: { warn: (fields: unknown) => warned.push(fields) } as unknown as Logger,
  });
  reader.start();
  const messages = async () =>
    (await database.pool.query("SELECT attempts, outcomes, due_at FROM inbound_messages ORDER BY id")).rows;
  await until(async () => (await messages())[1]?.outcomes && warned.length > 0, {
    what: "the other message",
  });
  await reader.stop();
  const [slow, other] = await messages();
  expect(slow).toMatchObject({ attempts: 4, outcomes: null });
  expect(slow.due_at.getTime()).toBeGreaterThan(Date.now());
  expect(other.outcomes).toHaveLength(1);
});

test("a bounce that a busy machine could not read in time is retried", async () => {
  const database = await openTestDatabase();
  await database.pool.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo)
     VALUES ($1, 'slow', 0, '', '{a@in.test}', '', '')`,
    [newId()],
  );
  const warned: unknown[] = [];
  const reader = new InboundReader(
    {
      ...stubDeps,
      database,
      mailboxes: { find: async () => ({ kind: "unknown" }) },
      returnPaths: testReturnPaths,
      onBounced: async () => undefined,
      count: () => undefined,
      log: { warn: (fields: unknown) => warned.push(fields) } as unknown as Logger,
    },
    { script: slowReader, timeoutMs: 100 },
  );
  reader.start();
  await until(() => warned.length > 0, { what: "the timeout" });
  await reader.stop();
  const { rows } = await database.pool.query("SELECT attempts, outcomes FROM inbound_messages");
  expect(rows).toEqual([{ attempts: 1, outcomes: null }]);
});

test("mail to the operators is forwarded when it cannot be read", async () => {
  const database = await openTestDatabase();
  const store = async (to: string, attempts = 0) =>
    await database.pool.query(
      `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, attempts, priority)
       VALUES ($1, 'slow', 0, '', $2, '', '', $3, 1)`,
      [newId(), `{${to},a@in.test}`, attempts],
    );
  await store("slow");
  await store("crashed", 5);
  await store("refused", 5);
  const reader = new InboundReader(
    {
      ...stubDeps,
      database,
      mailboxes: { find: async (address) => ({ kind: address === "a@in.test" ? "unknown" : "operator" }) },
      forwardToOperators: async ({ recipients: [to] }) => {
        if (to === "refused") throw new Error("refused");
        return "forwarded";
      },
      returnPaths: testReturnPaths,
      onBounced: async () => undefined,
      count: () => undefined,
      log: { warn: () => undefined, info: () => undefined } as unknown as Logger,
    },
    { script: slowReader, timeoutMs: 100 },
  );
  reader.start();
  const outcomes = async () =>
    (await database.pool.query("SELECT outcomes FROM inbound_messages ORDER BY id")).rows.map(
      (row) => row.outcomes,
    );
  await until(async () => (await outcomes()).every(Boolean), { what: "all to be read" });
  await reader.stop();
  expect(await outcomes()).toEqual([
    ["forwarded", "failed"],
    ["forwarded", "failed"],
    ["failed", "failed"],
  ]);
});

test("bounces are read before reports and concurrently; reports of a failing network are read last", async () => {
  const database = await openTestDatabase({ max: 6 });
  const store = async (line: "signed" | "open", network: string, raw: string) => {
    const id = newId();
    await database.pool.query(
      `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, network, helo, priority)
       VALUES ($1, $2, 0, '', '{a@in.test}', '', $3, '', $4)`,
      [id, Buffer.from(raw), network, line === "signed" ? 0 : 1],
    );
    return id;
  };
  for (let n = 0; n < 6; n += 1) await store("open", "192.0.2.1", "slow");
  const honest = await store("open", "198.51.100.1", "report");
  const bounce = await store("signed", "198.51.100.1", "bounce");
  const read: string[] = [];
  const reader = new InboundReader(
    {
      ...stubDeps,
      database,
      mailboxes: { find: async () => ({ kind: "unknown" }) },
      returnPaths: testReturnPaths,
      onBounced: async () => undefined,
      count: () => undefined,
      log: { warn: () => undefined, info: ({ id }: { id: string }) => read.push(id) } as unknown as Logger,
    },
    { script: slowReader, timeoutMs: 300 },
  );
  reader.start();
  await until(() => read.length === 8, { what: "all to be read" });
  await reader.stop();
  // Each slow report runs into the timeout. After two of them, the rest of their network is read last.
  expect(read.indexOf(bounce)).toBeLessThan(2);
  expect(read.indexOf(honest)).toBeLessThan(6);
});

/** A thread that never replies to "slow". */
const slowReader = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input }) => {
      if (Buffer.from(input.raw).toString() !== "slow") parentPort.postMessage({ value: { kind: "other" } });
    });
    parentPort.postMessage("ready");`)}`,
);
