import { expect, onTestFinished, test, vi } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { readExport } from "../../../../test/harness/read-export.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { exportEmails } from "./export-emails.ts";
import type { EmailFilterQuery } from "./schema.ts";

const database = useDatabase();

async function exported(accountId: string, query: EmailFilterQuery = {}) {
  const { parts, rows: emails } = await readExport(exportEmails(database, accountId, query));
  return { parts, emails };
}

test("the export has every matching email once, newest first, in parts of bounded size", async () => {
  const account = newId();
  const drafts = Array.from({ length: 1_200 }, (_, n) =>
    draftEmail(account, { to: "a@example.com", subject: n % 2 === 0 ? "even" : "odd", text: "x" }),
  );
  await storeEmails(database, drafts);
  const all = await exported(account);
  expect(all.parts).toBe(3);
  expect(all.emails.map(({ id }) => id)).toEqual(
    drafts
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
  const even = await exported(account, { search: "EVEN" });
  expect(even.emails).toHaveLength(600);
  expect((await exported(newId())).emails).toEqual([]);
});

/** Stores this many copies of an email, newest last. Every 25th has the subject "needle" and a recipient. */
async function storeCopies(account: string, count: number): Promise<string[]> {
  const draft = draftEmail(account, { to: "a@example.com", subject: "hay", text: "x" });
  await storeEmails(database, [draft]);
  await database.pool.query(
    `INSERT INTO emails SELECT copy.* FROM emails e CROSS JOIN generate_series(1, $2::integer) n
       CROSS JOIN LATERAL jsonb_populate_record(e, jsonb_build_object(
         'id', uuidv7(n * interval '1 ms'), 'subject', CASE WHEN n % 25 = 0 THEN 'needle' ELSE 'hay' END)) copy
     WHERE e.account_id = $1`,
    [account, count],
  );
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key)
     SELECT account_id, id, 0, 'a@example.com', 'a@example.com' FROM emails WHERE account_id = $1 AND subject = 'needle'`,
    [account],
  );
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT id FROM emails WHERE account_id = $1 AND subject = 'needle' ORDER BY id DESC",
    [account],
  );
  return rows.map(({ id }) => id);
}

test("an export with a search reads each email once, however few match", async () => {
  const account = newId();
  const needles = await storeCopies(account, 22_000);
  const query = vi.spyOn(database.pool, "query");
  onTestFinished(() => query.mockRestore());
  const { emails } = await exported(account, { search: "needle" });
  expect(emails.map(({ id }) => id)).toEqual(needles);

  const calls = query.mock.calls as unknown as [text: string, values: unknown[]][];
  const ranges = calls.map(([, values]) => values).filter((values) => values.includes("needle"));
  const { rows } = await database.pool.query(
    `SELECT count(*)::integer AS read FROM unnest($2::uuid[], $3::uuid[]) AS range (first, past_last)
     JOIN emails e ON e.account_id = $1 AND e.id >= first AND e.id < past_last`,
    [account, ranges.map(([, first]) => first), ranges.map(([, , pastLast]) => pastLast)],
  );
  expect(rows).toEqual([{ read: 22_001 }]);
});

test("an export without a search does not read the emails before each page again", async () => {
  const account = newId();
  await storeCopies(account, 22_000);
  await database.pool.query("VACUUM ANALYZE emails");
  const single = openDatabase(database.connectionString, { max: 1 });
  onTestFinished(() => single.close());
  const rowsRead = async () => {
    await single.pool.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await single.pool.query(
      "SELECT (seq_tup_read + idx_tup_fetch)::integer AS n FROM pg_stat_user_tables WHERE relid = 'emails'::regclass",
    );
    return rows[0].n as number;
  };
  const before = await rowsRead();
  const { rows } = await readExport(exportEmails(single, account, {}));
  expect(rows).toHaveLength(22_001);
  expect((await rowsRead()) - before).toBeLessThan(3 * 22_001);
});

test("cells keep commas and quotes, and a spreadsheet does not run them as formulas", async () => {
  const account = newId();
  const draft = draftEmail(account, {
    from: "Shop <shop@example.com>",
    to: ["a@example.com", "b@example.com"],
    subject: '=HYPERLINK("https://evil.example")',
    text: "x",
    tags: [{ name: "kind", value: "a,b" }],
  });
  await storeEmails(database, [draft]);
  expect((await exported(account)).emails).toEqual([
    expect.objectContaining({
      id: draft.id,
      status: "queued",
      complained: "no",
      from: "Shop <shop@example.com>",
      to: "a@example.com, b@example.com",
      subject: `'=HYPERLINK("https://evil.example")`,
      tags: "kind:a,b",
      scheduled_at: "",
    }),
  ]);
});

test("an unknown status is an error before the first byte", () => {
  expect(() => exportEmails(database, newId(), { status: "gone" })).toThrow(/status is unknown: gone/);
});
