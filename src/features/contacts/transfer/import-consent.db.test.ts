import { beforeEach, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { addSuppressions, takeUnsubscribeLock, Unsubscriptions } from "../../suppressions/index.ts";
import { BLANK_CONTACT, changedFields } from "../change-contact.ts";
import { type Contact, ContactsApi } from "../contacts-api.fixture.ts";
import { insertContact, setSubscribed } from "../queries.ts";
import { readContactFields } from "../read-contact-fields.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const get = async (email: string) => (await api.call<Contact>("GET", `/contacts/${email}`)).body;

const unsubscribe = async (address: string, reason: "unsubscribe" | "complaint" | "hard_bounce") =>
  await addSuppressions(api.database.db, [
    { accountId: api.account, address, reason, source: { type: "email", id: null } },
  ]);

test("no import subscribes anyone who unsubscribed or complained (J6)", async () => {
  await api.create({ email: "left@example.com", subscribed: false });
  await unsubscribe("gone@example.com", "unsubscribe");
  await unsubscribe("angry@example.com", "complaint");
  await unsubscribe("bounced@example.com", "hard_bounce");
  const csv =
    "email,subscribed\nleft@example.com,yes\nGONE@example.com,yes\nangry@example.com,\nbounced@example.com,yes\nfresh@example.com,yes\n";
  expect((await api.importFile(csv)).body).toMatchObject({
    created: 4,
    unchanged: 1,
    kept_unsubscribed: 3,
  });
  expect((await api.emailsOf("?subscribed=true")).sort()).toEqual([
    "bounced@example.com",
    "fresh@example.com",
  ]);
  expect((await api.importFile(csv)).body).toMatchObject({
    updated: 0,
    unchanged: 5,
    kept_unsubscribed: 3,
  });
});

const unsubscriptions = new Unsubscriptions({
  secrets: openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) }),
  setSubscribed,
  onUnsubscribed: async () => undefined,
});
const subscriptionOf = (address: string) => ({ accountId: api.account, emailId: newId(), address });

const someoneWaits = () =>
  until(
    async () => {
      const { rows } = await api.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    },
    { what: "a transaction that waits", within: 10_000 },
  );

test("a recipient who unsubscribes while an import adds her stays unsubscribed (J6)", async () => {
  const done = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const unsubscribing = api.database.db.transaction().execute(async (db) => {
    await unsubscriptions.unsubscribe(db, subscriptionOf("ada@example.com"), "link");
    began.resolve();
    await done.promise;
  });
  await began.promise;
  const importing = api.importFile("email\nada@example.com\n");
  await someoneWaits().finally(done.resolve);
  await unsubscribing;
  expect((await importing).body).toMatchObject({ created: 1, kept_unsubscribed: 1 });
  expect(await get("ada@example.com")).toMatchObject({ subscribed: false });
});

test("a recipient who unsubscribes after an import has begun waits until her contact is there (J6)", async () => {
  const done = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const importing = api.database.db.transaction().execute(async (db) => {
    await takeUnsubscribeLock(db, api.account);
    began.resolve();
    await done.promise;
    const fields = changedFields(BLANK_CONTACT, readContactFields({ email: "ada@example.com" }));
    await insertContact(db, api.account, { id: newId(), ...fields });
  });
  await began.promise;
  const unsubscribing = api.database.db
    .transaction()
    .execute((db) => unsubscriptions.unsubscribe(db, subscriptionOf("ada@example.com"), "link"));
  await someoneWaits().finally(done.resolve);
  await Promise.all([importing, unsubscribing]);
  expect(await get("ada@example.com")).toMatchObject({ subscribed: false });
});

test("a row that says no does not count as kept unsubscribed", async () => {
  await api.create({ email: "left@example.com", subscribed: false });
  const { body } = await api.importFile("email,subscribed\nleft@example.com,no\n");
  expect(body).toMatchObject({ unchanged: 1, kept_unsubscribed: 0 });
});

test("a row that says no unsubscribes an existing contact, even when another row says yes", async () => {
  await api.create({ email: "ada@example.com" });
  const csv = "email,subscribed\nada@example.com,no\nada@example.com,yes\n";
  expect((await api.importFile(csv)).body).toMatchObject({ updated: 1, kept_unsubscribed: 0 });
  expect(await get("ada@example.com")).toMatchObject({ subscribed: false });
  const { rows } = await api.database.pool.query(
    "SELECT type FROM account_events WHERE account_id = $1 ORDER BY id",
    [api.account],
  );
  expect(rows.map(({ type }) => type)).toEqual(["contact.created", "contact.unsubscribed"]);
});

test("an import switches tracking off for a contact, and never on again", async () => {
  await api.create({ email: "private@example.com", tracked: false });
  await api.create({ email: "ada@example.com" });
  const csv =
    "email,tracked\nprivate@example.com,yes\nada@example.com,no\nada@example.com,yes\nnew@example.com,no\nopen@example.com,\n";
  expect((await api.importFile(csv)).body).toMatchObject({ created: 2, updated: 1, unchanged: 2 });
  const tracked = (await api.list()).contacts.map((contact) => [contact.email, contact.tracked]);
  expect(Object.fromEntries(tracked)).toEqual({
    "private@example.com": false,
    "ada@example.com": false,
    "new@example.com": false,
    "open@example.com": true,
  });
  const { rows } = await api.database.pool.query(
    "SELECT detail FROM account_events WHERE account_id = $1 AND type = 'contact.updated'",
    [api.account],
  );
  expect(rows).toEqual([{ detail: { email: "ada@example.com", subscribed: true, changed: ["tracked"] } }]);
  expect((await api.importFile(csv)).body).toMatchObject({ updated: 0, unchanged: 5 });
});

test("subscribed=false is for new contacts whose row says nothing", async () => {
  await api.create({ email: "ada@example.com" });
  const csv = "email,subscribed\nada@example.com,\nnew@example.com,\nyes@example.com,yes\n";
  await api.importFile(csv, { query: "?subscribed=false" });
  expect((await api.emailsOf("?subscribed=true")).sort()).toEqual(["ada@example.com", "yes@example.com"]);
});
