import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { createLogger } from "../telemetry/index.ts";
import { Listener } from "./listener.ts";

const database = useDatabase({ max: 1 });

let proxy: DatabaseProxy;
beforeEach(async () => {
  proxy = await startDatabaseProxy(database.connectionString);
});
afterEach(() => proxy.close());

/** `askEveryMs` is also the timeout of each check, so it must be long enough for a connection that is only slow. */
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

const notify = (payload: string) => database.pool.query("SELECT pg_notify('test_channel', $1)", [payload]);

test("a connection whose other end disappeared is detected and replaced (F8)", async () => {
  const { listener, heard } = open();
  try {
    await listener.start();
    await notify("first");
    await eventually(() => expect(heard).toEqual(["", "first"]));
    proxy.silence();
    await eventually(() => expect(heard).toEqual(["", "first", ""]));
    await notify("second");
    await eventually(() => expect(heard.at(-1)).toBe("second"));
  } finally {
    await listener.close();
  }
});

test("a new connection that is accepted but gets no reply is replaced again (F8)", async () => {
  const { listener, heard, onFailure } = open();
  try {
    await listener.start();
    proxy.hold();
    await eventually(() => expect(onFailure).toHaveBeenCalled());
    proxy.release();
    await eventually(() => expect(heard).toEqual(["", ""]));
    await notify("after");
    await eventually(() => expect(heard.at(-1)).toBe("after"));
  } finally {
    await listener.close();
  }
});

test("closing while it connects leaves no connection", async () => {
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

test("a stop does not wait long for a connection whose other end is silent (F18)", async () => {
  const { listener } = open({ askEveryMs: 60_000 });
  await listener.start();
  proxy.silence();
  const since = performance.now();
  await listener.close();
  expect(performance.now() - since).toBeLessThan(10_000);
});
