import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { createLogger } from "../telemetry/index.ts";
import { Listener } from "./listener.ts";
import { openDatabase } from "./pool.ts";

test("F8 a connection whose other end has gone in silence is found out and replaced", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, { max: 1 });
  const proxy = await startDatabaseProxy(connectionString);
  const heard: string[] = [];
  const listener = new Listener({
    connectionString: proxy.connectionString,
    channel: "test_channel",
    onNotice: (payload) => heard.push(payload),
    log: createLogger("silent", "test"),
    askEveryMs: 200,
  });
  const say = (payload: string) => database.pool.query("SELECT pg_notify('test_channel', $1)", [payload]);
  try {
    await listener.start();
    await say("first");
    await vi.waitFor(() => expect(heard).toEqual(["", "first"]));
    proxy.silence();
    await vi.waitFor(() => expect(heard).toEqual(["", "first", ""]), { timeout: 10_000 });
    await say("second");
    await vi.waitFor(() => expect(heard.at(-1)).toBe("second"));
  } finally {
    await listener.close();
    await proxy.close();
    await database.close();
    await drop();
  }
});
