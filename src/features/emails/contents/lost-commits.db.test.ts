import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { startDatabaseProxy } from "../../../../test/harness/database-proxy.ts";
import { draftEmail } from "../../../../test/harness/stored-email.ts";
import { until } from "../../../../test/harness/until.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { AcceptPipeline } from "../send/accept-pipeline.ts";

const api = useApi();
let accountId: string;

beforeAll(async () => {
  accountId = (await api.database.pool.query("SELECT id FROM accounts LIMIT 1")).rows[0].id;
});
beforeEach(() => api.database.pool.query("DELETE FROM contents"));

/** Starts a node with `max` connections that has cached the content of `send` as stored. */
async function startNode(connectionString: string, max: number) {
  const database = openDatabase(connectionString, { max });
  onTestFinished(() => database.close());
  const pipeline = new AcceptPipeline({
    database,
    reasonToRefuseDomain: async () => null,
    tracking: { of: async () => null },
    wantsAcceptanceEvents: async () => false,
    dailyQuota: null,
    onQueued: () => undefined,
  });
  const request = { to: "ada@example.com", subject: "Hello", text: "the newsletter" };
  const send = () =>
    pipeline.accept({
      emails: [draftEmail(accountId, request)],
      sender: { accountId, keyId: null, limits: null },
      idempotency: null,
    });
  await send();
  expect(await countContents()).toBe(1);
  return { database, send };
}

async function countContents(): Promise<number> {
  return (await api.database.pool.query("SELECT count(*)::integer AS n FROM contents")).rows[0].n;
}

/** Simulates a failover to a server without the last commits. */
const loseCommits = () => api.database.pool.query("DELETE FROM contents");

async function breakQuietly({ pool }: Database): Promise<void> {
  (await pool.connect()).release(true);
}

test("a content is stored again after the connections broke (F6)", async () => {
  const proxy = await startDatabaseProxy(api.database.connectionString);
  onTestFinished(() => proxy.close());
  const { database, send } = await startNode(proxy.connectionString, 2);
  proxy.cut();
  await until(() => database.pool.totalCount === 0, { what: "the connections to be gone" });
  await loseCommits();
  proxy.mend();
  await send();
  expect(await countContents()).toBe(1);
});

test("a content is stored again after an idle connection was closed unnoticed (F6)", async () => {
  const { database, send } = await startNode(api.database.connectionString, 1);
  await breakQuietly(database);
  await loseCommits();
  await send();
  expect(await countContents()).toBe(1);
});

test("a content is stored again by a statement that waited for its connection (F6)", async () => {
  const { database, send } = await startNode(api.database.connectionString, 1);
  const busy = await database.pool.connect();
  const sent = send();
  await until(() => database.pool.waitingCount === 1, { what: "the statement to wait" });
  await loseCommits();
  busy.release(true);
  await sent;
  expect(await countContents()).toBe(1);
});

test("a content is not stored again while the connections hold", async () => {
  const { send } = await startNode(api.database.connectionString, 1);
  await loseCommits();
  await send();
  expect(await countContents()).toBe(0);
});
