import fc from "fast-check";
import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { newId } from "../../platform/ids/index.ts";
import { BLANK_CONTACT, changedFields } from "./change-contact.ts";
import { createContact } from "./create-contact.ts";
import { findContacts } from "./find-contacts.ts";
import type { ListContactsQuery } from "./http/schema.ts";
import { insertContact } from "./queries.ts";
import { readContactFields } from "./read-contact-fields.ts";
import { removeContact } from "./remove-contact.ts";

const database = useDatabase();

/** The parts of a contact that matter to a list: its creation time and the fields that filters match. */
type Wish = { secondsAgo: number; subscribed: boolean; name: "Ada" | "Bob" };

const wish = fc.record<Wish>({
  secondsAgo: fc.integer({ min: 0, max: 8 }),
  subscribed: fc.boolean(),
  name: fc.constantFrom("Ada", "Bob"),
});
/** Changes between two pages: contacts are added by nodes whose clocks differ, and deleted. */
const meanwhile = fc.record({ added: fc.array(wish, { maxLength: 3 }), deleted: fc.nat({ max: 30 }) });
const query = fc.constantFrom<ListContactsQuery>(
  {},
  { subscribed: true },
  { subscribed: false },
  { search: "ada" },
  { search: "ad", subscribed: true },
);

test("while contacts are added and deleted, paging shows no contact twice and misses no contact that stays (K10)", async () => {
  const property = fc.asyncProperty(
    query,
    fc.integer({ min: 1, max: 4 }),
    fc.array(wish, { maxLength: 15 }),
    fc.array(meanwhile, { minLength: 1, maxLength: 6 }),
    async (filter, limit, wishes, between) => {
      const account = await createAccount();
      const now = Date.now();
      const there = new Map<string, Wish>();
      for (const wish of wishes) there.set(await store(account, wish, now), wish);
      const gone = new Set<string>();
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page === 0 || cursor !== null; page += 1) {
        const response = await findContacts(database, account, {
          ...filter,
          limit,
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...response.contacts.map(({ id }) => id));
        cursor = response.pagination.next_cursor;
        const { added, deleted } = between[page] ?? { added: [], deleted: -1 };
        for (const wish of added) await store(account, wish, now);
        const id = [...there.keys()][deleted];
        if (id && (await removeContact(database.db, account, { id }))) gone.add(id);
      }
      expect(seen).toEqual([...new Set(seen)].sort().reverse());
      const stayed = [...there]
        .filter(([id, wish]) => !gone.has(id) && matches(filter, wish))
        .map(([id]) => id);
      expect(seen).toEqual(expect.arrayContaining(stayed));
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test("created_after and created_before bound a list to the millisecond", async () => {
  const account = await createAccount();
  const now = Date.parse("2026-11-21T08:00:00.000Z");
  const ids = [];
  for (const secondsAgo of [0, 1, 2])
    ids.push(await store(account, { secondsAgo, subscribed: true, name: "Ada" }, now));
  const find = async (bounds: ListContactsQuery) =>
    (await findContacts(database, account, bounds)).contacts.map(({ id }) => id);
  expect(await find({ created_after: "2026-11-21T07:59:59.000Z" })).toEqual(ids.slice(0, 2));
  expect(await find({ created_after: "2026-11-21T07:59:59.001Z" })).toEqual(ids.slice(0, 1));
  expect(await find({ created_before: "2026-11-21T07:59:59.000Z" })).toEqual(ids.slice(2));
  expect(await find({ created_before: "2026-11-21T09:00:00.001+01:00", search: "ada" })).toEqual(ids);
});

test("a search finds matches that are older than 10,000 other contacts, in order", async () => {
  const account = await createAccount();
  const now = Date.now();
  const old = [];
  for (const secondsAgo of [7, 3, 9, 1, 8, 2, 6, 4, 5])
    old.push(await store(account, { secondsAgo, subscribed: true, name: "Ada" }, now - 60_000));
  await storeNewer(account, 10_000);
  const seen = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const query = { search: "ada", limit: 4, ...(cursor ? { cursor } : {}) };
    const response = await findContacts(database, account, query);
    seen.push(...response.contacts.map(({ id }) => id));
    cursor = response.pagination.next_cursor;
  }
  expect(seen).toEqual(old.sort().reverse());
});

test("a property is found on contacts older than 10,000 others, and a total stops at 10,000", async () => {
  const account = await createAccount();
  const input = { email: "old@example.com", properties: { plan: "pro" } };
  const { contact: old } = await createContact(database, account, { input, onConflict: "error" });
  await storeNewer(account, 10_001);
  const found = await findContacts(database, account, { property: "plan:pro", include: "total" });
  expect(found.contacts.map(({ id }) => id)).toEqual([old.id]);
  expect(found.pagination).toMatchObject({ total: 1, total_is_exact: true });
  const { pagination } = await findContacts(database, account, { search: "example", include: "total" });
  expect(pagination).toMatchObject({ total: 10_000, total_is_exact: false });
});

async function storeNewer(account: string, count: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at)
     SELECT $1, overlay($2 placing lpad(to_hex(n), 12, '0') from 25)::uuid, address, address, address, now(), now()
     FROM (SELECT n, 'x' || n || '@example.com' AS address FROM generate_series(1, $3::integer) n) x`,
    [account, newId(), count],
  );
}

function matches(filter: ListContactsQuery, wish: Wish): boolean {
  return (
    (filter.subscribed === undefined || filter.subscribed === wish.subscribed) &&
    (filter.search === undefined || wish.name === "Ada")
  );
}

async function store(account: string, { secondsAgo, subscribed, name }: Wish, now: number): Promise<string> {
  const hex = (now - secondsAgo * 1_000).toString(16).padStart(12, "0");
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
  const fields = changedFields(
    BLANK_CONTACT,
    readContactFields({ email: `${id.slice(9)}@example.com`, name, subscribed }),
  );
  await insertContact(database.db, account, { id, ...fields });
  return id;
}

async function createAccount(): Promise<string> {
  const id = newId();
  await database.db.insertInto("accounts").values({ id, name: "Test" }).execute();
  return id;
}
