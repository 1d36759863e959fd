import { expect, test } from "vitest";
import { claimOf, claimReady } from "../../../test/harness/claims.ts";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import type { Database } from "../../platform/db/index.ts";
import { firstIdAt, newId } from "../../platform/ids/index.ts";
import { recordAccountEvents, subjectOf } from "../account-events/index.ts";
import type { AttemptResult } from "../delivery/outcome.ts";
import { settlementOf } from "../delivery/settle/settlement-of.ts";
import { settleAttempts } from "../recipients/index.ts";
import { loadFeedEvents, readFeed } from "./read-feed.ts";

async function openWorld() {
  const database = await openTestDatabase();
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  return { database, accountId };
}

async function deliver(database: Database, accountId: string): Promise<string> {
  const email = draftEmail(accountId, { to: "ada@example.com", subject: "Hi", text: "x", stream: "bulk" });
  await storeEmails(database, [email]);
  const { rows } = await claimReady(database, { limit: 1 });
  const result = { kind: "delivered", reason: null } as unknown as AttemptResult;
  await settleAttempts(
    database,
    rows.map((row) =>
      settlementOf({ claim: claimOf(row), decision: { state: "delivered", retrySeconds: null, result } }),
    ),
  );
  return email.id;
}

/** As the feature that tracks opens and clicks writes them. */
async function engage({ pool }: Database, accountId: string, emailId: string, kind: string): Promise<void> {
  await pool.query(
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO engagements (account_id, id, email_id, position, kind, link, url, actor, confidence, reasons, created_at)
     SELECT $1, event_id(at, uuid_send(gen_random_uuid())), $2, 0, $3, 2, 'https://shop.example/', 'human', 90, '{fast}', at FROM begun`,
    [accountId, emailId, kind],
  );
}

const record = (database: Database, accountId: string, name: string) =>
  recordAccountEvents(database.db, [
    { accountId, type: "domain.verified", subjectId: subjectOf("domain", name), detail: { domain: name } },
  ]);

async function readAll(database: Database, accountId: string, limit = 100) {
  const { rows } = await database.pool.query("SELECT end_of_settled_events() AS end");
  return await readFeed(database, {
    accountId,
    afterId: firstIdAt(new Date(0)),
    beforeId: rows[0].end,
    limit,
  });
}

test("events of mail, of the account and of recipients have one order", async () => {
  const { database, accountId } = await openWorld();
  await record(database, accountId, "a.example");
  const emailId = await deliver(database, accountId);
  await engage(database, accountId, emailId, "open");
  await record(database, accountId, "b.example");
  await engage(database, accountId, emailId, "click");
  const events = await readAll(database, accountId);
  expect(events.map(({ type }) => type)).toEqual([
    "domain.verified",
    "email.delivered",
    "email.opened",
    "domain.verified",
    "email.clicked",
  ]);
  expect(events.map(({ subjectId }) => subjectId === emailId)).toEqual([false, true, true, false, true]);
  expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted());
  const [verified, delivered, , , clicked] = events;
  expect(verified).toMatchObject({
    kind: "account",
    data: { type: "domain.verified", detail: { domain: "a.example" } },
  });
  expect(delivered).toMatchObject({ kind: "email", domain: "example.com", stream: "bulk", emailId });
  expect(clicked).toMatchObject({
    kind: "engagement",
    actor: "human",
    data: {
      email_id: emailId,
      recipient: "ada@example.com",
      detail: { link: 2, url: "https://shop.example/", reasons: ["fast"] },
    },
  });
  // In pages, and by their ids, they are the same.
  const first = await readAll(database, accountId, 2);
  expect(first).toEqual(events.slice(0, 2));
  const loaded = await loadFeedEvents(database, { accountId, events });
  expect(loaded.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(events);
});

test("an account sees only its own events (L7)", async () => {
  const { database, accountId } = await openWorld();
  const emailId = await deliver(database, accountId);
  await engage(database, accountId, emailId, "open");
  await record(database, accountId, "a.example");
  const events = await readAll(database, accountId);
  expect(events.length).toBe(3);
  expect(await readAll(database, newId())).toEqual([]);
  expect(await loadFeedEvents(database, { accountId: newId(), events })).toEqual([]);
});

test("an account event that is not committed yet holds the feed back, and is not skipped", async () => {
  const { database, accountId } = await openWorld();
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT begin_events()");
  await record(database, accountId, "later.example");
  expect(await readAll(database, accountId)).toEqual([]);
  await client.query("COMMIT");
  client.release();
  expect((await readAll(database, accountId)).map(({ type }) => type)).toEqual(["domain.verified"]);
});

test("events in one statement keep their order", async () => {
  const { database, accountId } = await openWorld();
  const names = Array.from({ length: 500 }, (_, n) => `d${n}.example`);
  await recordAccountEvents(
    database.db,
    names.map((domain) => ({
      accountId,
      type: "domain.added" as const,
      subjectId: subjectOf("domain", domain),
      detail: { domain },
    })),
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  const events = await readAll(database, accountId, 1_000);
  expect(events.map(({ data }) => (data as { detail: { domain: string } }).detail.domain)).toEqual(names);
});
