import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { newId, timeOfId } from "../../platform/ids/index.ts";
import { eraseEvidence } from "../tracking/index.ts";
import { changeContact, changedFields } from "./change-contact.ts";
import { createContact } from "./create-contact.ts";
import { readContactFields } from "./read-contact-fields.ts";
import { removeContact } from "./remove-contact.ts";

const database = useDatabase();

/** A contact with as many emails, each with an open that has evidence, and one more email to another person. */
async function createReader(emails: number): Promise<string> {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  await database.pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at)
     VALUES ($1, $2, 'reader@example.com', 'reader@example.com', '', now(), now())`,
    [accountId, newId()],
  );
  await database.pool.query(
    `WITH stored AS (
       INSERT INTO recipients (account_id, email_id, position, address, address_key, state, due_at)
       SELECT $1, gen_random_uuid(), 0, name || '@example.com', name || '@example.com', 'delivered', NULL
       FROM (SELECT 'reader' AS name FROM generate_series(1, $2) UNION ALL SELECT 'other') n RETURNING email_id
     )
     INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, reasons, network, agent)
     SELECT $1, event_id(now(), uuid_send(gen_random_uuid())), email_id, 0, 'open', 'human', 90, '{}', '192.0.2.0/24', 'Firefox'
     FROM stored`,
    [accountId, emails],
  );
  return accountId;
}

async function withEvidence(accountId: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    "SELECT count(*) FROM engagements WHERE account_id = $1 AND network IS NOT NULL AND agent IS NOT NULL",
    [accountId],
  );
  return Number(rows[0]?.count);
}

test("the evidence of a person with many emails is erased step by step, all of it and no other", async () => {
  const accountId = await createReader(25);
  await eraseEvidence(database.db, { accountId, addressKey: "reader@example.com" }, 10);
  expect(await withEvidence(accountId)).toBe(1);
  expect(await removeContact(database.db, accountId, { emailKey: "reader@example.com" })).toBe(true);
  expect(await removeContact(database.db, accountId, { emailKey: "reader@example.com" })).toBe(false);
});

/** As `createReader`, and the contact has had another address before and after. */
async function createMovedReader(emails: number): Promise<string> {
  const accountId = await createReader(emails);
  for (const [from, to] of [
    ["reader@example.com", "former@example.com"],
    ["former@example.com", "moved@example.com"],
  ] as const)
    await changeContact(database.db, accountId, {
      reference: { emailKey: from },
      change: (contact) => changedFields(contact, readContactFields({ email: to })),
    });
  return accountId;
}

test("the evidence of mail to a former address is erased, also that of later hits", async () => {
  const accountId = await createMovedReader(3);
  expect(await removeContact(database.db, accountId, { emailKey: "moved@example.com" })).toBe(true);
  expect(await withEvidence(accountId)).toBe(1);
  const { rows } = await database.pool.query(
    "SELECT DISTINCT address_key FROM recipients WHERE account_id = $1 AND erased",
    [accountId],
  );
  expect(rows).toEqual([{ address_key: "reader@example.com" }]);
});

test("a former address that another contact has now belongs to that contact", async () => {
  const accountId = await createMovedReader(3);
  const input = { email: "Reader@example.com" };
  await createContact(database, accountId, { input, onConflict: "error" });
  expect(await removeContact(database.db, accountId, { emailKey: "moved@example.com" })).toBe(true);
  expect(await withEvidence(accountId)).toBe(4);
  expect(await removeContact(database.db, accountId, { emailKey: "reader@example.com" })).toBe(true);
  expect(await withEvidence(accountId)).toBe(1);
});

test("while the removal of a contact waits for a recipient, the feed of all accounts goes on", async () => {
  const accountId = await createReader(3);
  const delivery = await database.pool.connect();
  await delivery.query("BEGIN");
  await delivery.query("SELECT FROM recipients WHERE account_id = $1 FOR UPDATE", [accountId]);
  const removal = removeContact(database.db, accountId, { emailKey: "reader@example.com" });
  const isWaiting = async () => {
    const { rows } = await database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };
  await until(isWaiting, { what: "the removal to wait" });
  const before = Date.now();
  const isReadable = async () => {
    const { rows } = await database.pool.query("SELECT end_of_settled_events() AS id");
    return timeOfId(rows[0].id).getTime() > before;
  };
  await until(isReadable, { what: "later events to be readable", within: 5_000 });
  await delivery.query("COMMIT");
  delivery.release();
  expect(await removal).toBe(true);
  expect(await withEvidence(accountId)).toBe(1);
});
