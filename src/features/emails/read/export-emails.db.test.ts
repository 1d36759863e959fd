import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { readExport } from "../../../../test/harness/read-export.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
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
