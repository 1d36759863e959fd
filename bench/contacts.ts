import { createContact } from "../src/features/contacts/create-contact.ts";
import { findContacts } from "../src/features/contacts/find-contacts.ts";
import type { ListContactsQuery } from "../src/features/contacts/http/schema.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { writePageCursor } from "../src/platform/http/index.ts";
import { newId } from "../src/platform/ids/index.ts";
import { median } from "./report.ts";

export type ContactFigures = {
  rows: number;
  /** Rows per second of INSERT … SELECT in batches, including all indexes and the total. */
  filledPerSecond: number;
  firstPageMs: number;
  /** Page 5,000, or the middle page if there are fewer rows. */
  deepPageMs: number;
  lastPageMs: number;
  /** A page of the 2 % unsubscribed contacts. */
  unsubscribedPageMs: number;
  /** A search that matches every contact. */
  searchCommonMs: number;
  /** A search that matches one contact in a thousand. */
  searchRareMs: number;
  searchOneMs: number;
  searchNothingMs: number;
  searchTwoLettersMs: number;
  /** A search that matches only the oldest 5 %, so neither reading the newest contacts nor a few index entries suffices. */
  searchOldMs: number;
  /** Exact count of the matches of the rare search. */
  countRareMs: number;
  /** Durable creates per second by 16 concurrent callers in one account. */
  createdPerSecond: number;
};

const SAMPLES = 9;
const CALLERS = 16;
const PAGE_SIZE = 50;
/** Few enough that even a slow machine writes them well within the statement timeout. */
const ROWS_PER_STATEMENT = 20_000;

/** Fills a new account in a migrated database with `rows` contacts, measures the API's queries, and removes the account. */
export async function measureContacts(
  connectionString: string,
  { rows, createSeconds = 4 }: { rows: number; createSeconds?: number },
): Promise<ContactFigures> {
  const database = openDatabase(connectionString, { max: CALLERS });
  // A connection with a long timeout, for slow statements that are not measured.
  const patient = openDatabase(connectionString, { max: 1, patienceMs: 600_000 });
  const account = newId();
  try {
    await database.db.insertInto("accounts").values({ id: account, name: "bench" }).execute();
    const filledPerSecond = await fill(patient, account, rows);
    const ms = (query: ListContactsQuery) => medianMs(database, account, query);
    const cursorAt = async (depth: number) => ({ cursor: await cursorAfter(database, account, depth) });
    return {
      rows,
      filledPerSecond,
      firstPageMs: await ms({}),
      deepPageMs: await ms(await cursorAt(Math.min(5_000 * PAGE_SIZE, rows / 2))),
      lastPageMs: await ms(await cursorAt(rows - PAGE_SIZE)),
      unsubscribedPageMs: await ms({ subscribed: false }),
      searchCommonMs: await ms({ search: "example" }),
      searchRareMs: await ms({ search: "rare-domain" }),
      searchOneMs: await ms({ search: `n${rows >> 1}@` }),
      searchNothingMs: await ms({ search: "matches-nothing" }),
      searchTwoLettersMs: await ms({ search: "zz" }),
      searchOldMs: await ms({ search: "old-domain" }),
      countRareMs: await ms({ search: "rare-domain", include: "total" }),
      createdPerSecond: await createForSeconds(database, account, createSeconds),
    };
  } finally {
    await patient.db.deleteFrom("accounts").where("id", "=", account).execute();
    await patient.close();
    await database.close();
  }
}

async function fill({ pool }: Database, account: string, rows: number): Promise<number> {
  const start = performance.now();
  for (let from = 1; from <= rows; from += ROWS_PER_STATEMENT)
    await pool.query(FILL_SQL, [account, rows, from, Math.min(rows, from + ROWS_PER_STATEMENT - 1)]);
  const filledPerSecond = rows / ((performance.now() - start) / 1_000);
  await pool.query("VACUUM ANALYZE contacts");
  return filledPerSecond;
}

/** Creates one contact for every 20 s before now, so that ids and times agree as in production. */
const FILL_SQL = `
  INSERT INTO contacts (account_id, id, email, email_key, name, subscribed, properties, search_text, created_at, updated_at)
  SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || 'a' || substr(hash, 4, 15))::uuid,
    email, email, name, n % 50 <> 0, jsonb_build_object('plan', (ARRAY['free', 'pro', 'team'])[1 + n % 3], 'score', n % 100),
    email || ' ' || lower(name), at, at
  FROM (
    SELECT n, md5(n::text) AS hash, now() - ($2::integer - n) * interval '20 s' AS at, first || ' ' || last AS name,
      lower(first || '.' || last) || '.n' || n || '@' || CASE WHEN n % 1000 = 0 THEN 'rare-domain' WHEN n <= $2::integer / 20 THEN 'old-domain'
        ELSE 'd' || n % 500 END || '.example' AS email
    FROM (
      SELECT n, (ARRAY['Anna', 'Ben', 'Clara', 'David', 'Elena', 'Felix', 'Greta', 'Hugo', 'Iris', 'Jonas', 'Karin', 'Lukas', 'Maria', 'Noah',
          'Olga', 'Paul', 'Quinn', 'Rosa', 'Stefan', 'Tina'])[1 + (n::bigint * 7919) % 20] AS first,
        (ARRAY['Smith', 'Jones', 'Mueller', 'Garcia', 'Rossi', 'Novak', 'Kowalski', 'Jensen', 'Silva', 'Dubois'])[1 + (n::bigint * 104729) % 10] AS last
      FROM generate_series($3::integer, $4::integer) n
    ) people
  ) contact`;

async function medianMs(database: Database, account: string, query: ListContactsQuery): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    await findContacts(database, account, query);
    times.push(performance.now() - start);
  }
  return median(times);
}

async function cursorAfter({ pool }: Database, account: string, depth: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM contacts WHERE account_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1",
    [account, depth - 1],
  );
  return writePageCursor("contacts", account, rows[0]?.id ?? "");
}

async function createForSeconds(database: Database, account: string, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let created = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end) {
        const input = { email: `${newId()}@new.example`, name: "Nora New", properties: { plan: "pro" } };
        await createContact(database, account, { input, onConflict: "error" });
        created += 1;
      }
    }),
  );
  return created / seconds;
}
