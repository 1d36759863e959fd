import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { createLogger } from "../telemetry/index.ts";
import { Listener } from "./listener.ts";
import { type Database, openDatabase } from "./pool.ts";

let created: TestDatabase;
let database: Database;
beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.connectionString, { max: 1 });
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

let proxy: DatabaseProxy;
beforeEach(async () => {
  proxy = await startDatabaseProxy(created.connectionString);
});
afterEach(() => proxy.close());

/** It waits so long for an answer too: one that is only slow must not be given up. */
function open({ askEveryMs = 2_000 } = {}) {
  const heard: string[] = [];
  const onFailure = vi.fn();
  const listener = new Listener({
    connectionString: proxy.connectionString,
    channel: "test_channel",
    onNotice: (payload) => heard.push(payload),
    log: { ...createLogger("silent", "test"), warn: onFailure },
    askEveryMs,
  });
  return { listener, heard, onFailure };
}

const say = (payload: string) => database.pool.query("SELECT pg_notify('test_channel', $1)", [payload]);

test("a connection whose other end has gone in silence is found out and replaced (F8)", async () => {
  const { listener, heard } = open();
  try {
    await listener.start();
    await say("first");
    await eventually(() => expect(heard).toEqual(["", "first"]));
    proxy.silence();
    await eventually(() => expect(heard).toEqual(["", "first", ""]));
    await say("second");
    await eventually(() => expect(heard.at(-1)).toBe("second"));
  } finally {
    await listener.close();
  }
}, 60_000);

test("a replacement that is taken and then told nothing is given up for another (F8)", async () => {
  const { listener, heard, onFailure } = open();
  try {
    await listener.start();
    proxy.hold();
    await eventually(() => expect(onFailure).toHaveBeenCalled());
    proxy.release();
    await eventually(() => expect(heard).toEqual(["", ""]));
    await say("after");
    await eventually(() => expect(heard.at(-1)).toBe("after"));
  } finally {
    await listener.close();
  }
}, 60_000);

test("closed while it connects, it leaves no connection", async () => {
  const { listener, heard } = open({ askEveryMs: 20_000 });
  proxy.hold();
  const starting = listener.start();
  await eventually(() => expect(proxy.held).toBeGreaterThan(0));
  await listener.close();
  proxy.release();
  await starting;
  const findConnections = () =>
    database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
  await eventually(async () => expect((await findConnections()).rows).toEqual([]));
  expect(heard).toEqual([]);
});

test("a stop does not wait for a silent connection to end (F18)", async () => {
  const { listener } = open({ askEveryMs: 60_000 });
  await listener.start();
  proxy.silence();
  const since = performance.now();
  await listener.close();
  expect(performance.now() - since).toBeLessThan(10_000);
});
