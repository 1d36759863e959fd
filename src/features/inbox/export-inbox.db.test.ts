import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { readExport } from "../../../test/harness/read-export.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { newId } from "../../platform/ids/index.ts";
import type { SendRequest } from "../emails/schema/send-schema.ts";
import { deleteFromInbox, markInbox } from "./change-inbox.ts";
import { exportInbox } from "./export-inbox.ts";
import type { InboxFilterQuery } from "./http/schema.ts";

const database = useDatabase();

/** Stores captured emails in a new account. Returns its id, and theirs, newest first. */
async function capture(requests: Partial<SendRequest>[]): Promise<{ account: string; ids: string[] }> {
  const account = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [account]);
  const drafts = requests.map((request) =>
    draftEmail(account, { to: "a@example.com", subject: "s", text: "x", ...request }),
  );
  await storeEmails(database, drafts);
  await database.pool.query(
    "UPDATE recipients SET state = 'captured', due_at = NULL, ready = false, updated_at = '2026-11-01' WHERE account_id = $1",
    [account],
  );
  const ids = drafts
    .map(({ id }) => id)
    .sort()
    .reverse();
  return { account, ids };
}

async function exported(
  accountId: string,
  query: InboxFilterQuery = {},
  signal = new AbortController().signal,
) {
  const { parts, rows: emails } = await readExport(exportInbox(database, accountId, query, signal));
  return { parts, emails };
}

test("the export has every captured email once, newest first, in parts of bounded size", async () => {
  const { account, ids } = await capture(
    Array.from({ length: 1_200 }, (_, n) => ({ subject: n % 2 === 0 ? "even" : "odd" })),
  );
  const all = await exported(account);
  expect(all.parts).toBe(3);
  expect(all.emails.map(({ id }) => id)).toEqual(ids);
  const even = await exported(account, { search: "EVEN" });
  expect(even.parts).toBe(3);
  expect(new Set(even.emails.map(({ id }) => id)).size).toBe(600);
  expect(even.emails.every(({ subject }) => subject === "even")).toBe(true);
  expect((await exported(newId())).emails).toEqual([]);
});

test("a search for a rare text begins at once and takes no more steps than one for a frequent text", async () => {
  const { account } = await capture(
    Array.from({ length: 1_200 }, (_, n) => ({ subject: n >= 701 ? "new" : "old" })),
  );
  const { parts, emails } = await exported(account, { search: "new" });
  expect([parts, emails.length]).toEqual([3, 499]);
  const nothing = await exported(account, { search: "nothing" });
  expect([nothing.parts, nothing.emails.length]).toEqual([3, 0]);
});

test("a row has all addresses, the time of its capture and whether it is unread, and no formulas", async () => {
  const to = Array.from({ length: 7 }, (_, n) => `a${n}@example.com`);
  const { account, ids } = await capture([
    {},
    {
      ...{ from: "Shop <shop@example.com>", to, cc: "c@example.com", bcc: "b@example.com" },
      ...{ subject: `=HYPERLINK("https://evil.example")`, tags: [{ name: "kind", value: "a,b" }] },
    },
    {},
  ]);
  const [read = "", unread = "", deleted = ""] = ids;
  await markInbox(database, { accountId: account, ids: [read], isRead: true });
  await deleteFromInbox(database, { accountId: account, ids: [deleted] });
  const { emails } = await exported(account);
  expect(emails.map(({ id, unread }) => [id, unread])).toEqual([
    [read, "no"],
    [unread, "yes"],
  ]);
  expect(emails[1]).toEqual({
    id: unread,
    captured_at: "2026-11-01T00:00:00.000Z",
    unread: "yes",
    from: "Shop <shop@example.com>",
    to: to.join(", "),
    cc: "c@example.com",
    bcc: "b@example.com",
    subject: `'=HYPERLINK("https://evil.example")`,
    tags: "kind:a,b",
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    message_id: expect.stringMatching(/@/),
  });
});

test("a search of the inbox ends when the client disconnects", async () => {
  const { account } = await capture([{}]);
  await expect(exported(account, { search: "x" }, AbortSignal.abort(new Error("gone")))).rejects.toThrow(
    "gone",
  );
});

test("an invalid time is an error before the first byte", () => {
  const { signal } = new AbortController();
  expect(() => exportInbox(database, newId(), { after: "soon" }, signal)).toThrow(
    /after is not a valid time/,
  );
});
