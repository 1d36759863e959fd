import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { createTestWorker } from "../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { type Database, openDatabase } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import type { SignMessage } from "./transmit/make-message.ts";
import type { Transport } from "./transmit/transport.ts";

let database: Database;
let proxy: DatabaseProxy;
let cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
  proxy = await startDatabaseProxy(database.connectionString);
  cleanUp = [() => proxy.close()];
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

/** Accepts all mail, and adds the recipients of each message to `sent`. */
const takesAll = (sent: string[]): Transport => ({
  transmit: async ({ envelope: { recipients }, render }) => {
    await render();
    sent.push(...recipients);
    return recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
  },
  close: async () => undefined,
});

/** Starts a worker that connects to the database through the proxy. */
async function startWorker(sent: string[], signMessage?: SignMessage): Promise<void> {
  const through = openDatabase(proxy.connectionString, { max: 4, patienceMs: 3_000 });
  const worker = createTestWorker({
    database: through,
    transport: takesAll(sent),
    ...(signMessage && { signMessage }),
  });
  await worker.start();
  cleanUp.push(
    () => through.close(),
    () => worker.stop(),
  );
}

async function send(to: string): Promise<string> {
  const email = draftEmail(newId(), { to, subject: "Hello", text: "Hi" });
  await storeEmails(database, [email]);
  return email.id;
}

/** Waits until the email is delivered, and returns the types of its events in order. */
async function wayOf(emailId: string): Promise<string[]> {
  const types = async () => {
    const { rows } = await database.pool.query("SELECT type FROM events WHERE email_id = $1 ORDER BY id", [
      emailId,
    ]);
    return rows.map(({ type }) => type);
  };
  await eventually(async () => expect(await types()).toContain("delivered"));
  return await types();
}

test("a database connection breaks while the message is made: the recipient is given back unchanged, and is sent without a retry being counted (F6)", async () => {
  let isAway = true;
  const sent: string[] = [];
  await startWorker(sent, async (_email, message) => {
    if (!isAway) return message;
    isAway = false;
    await database.pool.query("SELECT pg_terminate_backend(pg_backend_pid())");
    return message;
  });
  expect(await wayOf(await send("a@example.com"))).toEqual(["delivered"]);
  expect(sent).toEqual(["a@example.com"]);
});

test("a long database outage before mail in flight has begun counts no crash (F6)", async () => {
  let isAway = true;
  const sent: string[] = [];
  await startWorker(sent, async (_email, message) => {
    if (!isAway) return message;
    isAway = false;
    proxy.cut();
    // Longer than a stop may wait.
    void sleep(10_000).then(() => proxy.mend());
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  });
  const id = await send("a@example.com");
  await database.pool.query("UPDATE emails SET on_uncertain = 'hold'");
  expect(await wayOf(id)).toEqual(["delivered"]);
  expect(sent).toEqual(["a@example.com"]);
});

test("the database connections fall silent: mail that is accepted meanwhile is delivered within 30 s (F8)", async () => {
  await startWorker([]);
  await wayOf(await send("a@example.com"));
  proxy.silence();
  await wayOf(await send("b@example.com"));
});
