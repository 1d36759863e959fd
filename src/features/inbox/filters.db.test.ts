import { beforeAll, describe, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { firstIdAt, newId } from "../../platform/ids/index.ts";

const api = useApi();

const DAYS = ["2026-01-01", "2026-02-01", "2026-03-01"];

/** Captured emails, one for each day. */
beforeAll(async () => {
  const { rows } = await api.database.pool.query("SELECT id FROM accounts ORDER BY id LIMIT 1");
  const emails = [
    { from: "Shop <orders@shop.example>", to: "ada@example.com", subject: "Order 1" },
    { from: "Ada's Bakery <hi@bread.example>", to: "bob@example.com", subject: "Your order is ready" },
    { from: "news@shop.example", to: "ada@example.com", subject: "News", text: "Order again." },
  ].map((email, index) => ({
    ...draftEmail(rows[0].id, { text: "Hi", ...email }),
    id: firstIdAt(new Date(DAYS[index] ?? "")).slice(0, 14) + newId().slice(14),
  }));
  await storeEmails(api.database, emails);
  await api.database.pool.query(
    "UPDATE recipients SET state = 'captured', due_at = NULL, ready = false, updated_at = clock_timestamp()",
  );
});

async function call(query: string) {
  const response = await api.app.inject({
    method: "GET",
    url: `/api/v1/inbox${query}`,
    headers: api.authorization,
  });
  return { status: response.statusCode, body: response.json() };
}

/** The subjects in the CSV file. */
async function exported(query: string): Promise<string[]> {
  const response = await api.app.inject({
    method: "GET",
    url: `/api/v1/inbox/export${query}`,
    headers: api.authorization,
  });
  expect(response.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="inbox.csv"',
  });
  const [columns = "", ...rows] = response.body.trimEnd().split("\r\n");
  const at = columns.split(",").indexOf('"subject"');
  return rows.map((row) => row.slice(1, -1).split('","')[at] ?? "");
}

async function list(query: string) {
  const { emails, pagination } = (await call(query)).body;
  return [emails.map(({ subject }: { subject: string }) => subject), pagination.total];
}

describe("filters of the inbox", () => {
  test.each([
    ["?from=SHOP.example", ["News", "Order 1"]],
    ["?from=bakery", ["Your order is ready"]],
    ["?subject=ORDER", ["Your order is ready", "Order 1"]],
    ["?search=order", ["News", "Your order is ready", "Order 1"]],
    ["?search=order&from=shop&to=ada", ["News", "Order 1"]],
    ["?subject=order&from=shop", ["Order 1"]],
    ["?from=nobody", []],
    ["?after=2026-02-01T00:00:00Z", ["News", "Your order is ready"]],
    ["?before=2026-02-01T00:00:00Z", ["Order 1"]],
    ["?after=2026-01-15T00:00:00Z&before=2026-02-15T00:00:00Z", ["Your order is ready"]],
    ["?after=2026-02-01T00:00:00Z&subject=order", ["Your order is ready"]],
    ["?to=ada", ["News", "Order 1"]],
    ["?unread=true&before=2026-03-01T00:00:00Z", ["Your order is ready", "Order 1"]],
  ])("%s", async (query, subjects) => {
    expect(await list(query)).toEqual([subjects, subjects.length]);
    expect(await exported(query)).toEqual(subjects);
  });

  test("pages of a filter follow each other, and their total counts what matches", async () => {
    for (const query of ["?search=order", "?before=2026-12-01T00:00:00Z"]) {
      const first = (await call(`${query}&limit=2`)).body;
      expect(first.pagination).toMatchObject({ has_more: true, total: 3, total_is_exact: true });
      expect(await list(`${query}&limit=2&cursor=${first.pagination.next_cursor}`)).toEqual([["Order 1"], 3]);
    }
  });

  test("the counts of the whole inbox ignore the filters", async () => {
    expect((await call("?from=bakery")).body).toMatchObject({ total: 3, unread: 3 });
  });

  test("an invalid time is refused", async () => {
    expect(await call("?after=2026-02-31T00:00:00Z")).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "after" }] } },
    });
  });
});
