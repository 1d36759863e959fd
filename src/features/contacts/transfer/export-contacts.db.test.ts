import { beforeEach, expect, test } from "vitest";
import { ContactsApi, type Failure } from "../contacts-api.fixture.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const linesOf = (text: string) => text.trim().split("\r\n");

test("the export has every matching contact of the account once, newest first", async () => {
  const other = await api.createAccount();
  await api.create({ email: "theirs@example.com" }, { as: other });
  for (let n = 0; n < 505; n += 1)
    await api.create({ email: `c${n}@example.com`, properties: { even: n % 2 === 0 } });
  const all = await api.request({ method: "GET", path: "/contacts/export" });
  expect(all.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(all.headers["content-disposition"]).toContain("contacts.csv");
  const [head, ...rows] = linesOf(all.text);
  expect(head).toBe('"id","email","name","subscribed","tracked","properties","created_at","updated_at"');
  expect(rows.map((row) => row.split(",")[1]?.replaceAll('"', ""))).toEqual(
    Array.from({ length: 505 }, (_, n) => `c${504 - n}@example.com`),
  );
  const even = await api.request({ method: "GET", path: "/contacts/export?property=even:true" });
  expect(linesOf(even.text)).toHaveLength(254);
});

test("an export with a search finds rare matches in a long list", async () => {
  const rows = Array.from({ length: 20_500 }, (_, n) => `c${n}@example.com,${n % 9_000 === 1 ? "rare" : ""}`);
  await api.importFile(`email,name\n${rows.join("\n")}\n`);
  const { text } = await api.request({ method: "GET", path: "/contacts/export?search=rare" });
  const addresses = linesOf(text).map((row) => row.split(",")[1]);
  expect(addresses.slice(1)).toEqual(['"c18001@example.com"', '"c9001@example.com"', '"c1@example.com"']);
});

test("cells keep commas and quotes, and a spreadsheet does not run them as formulas", async () => {
  await api.create({ email: "ada@example.com", name: "=1+1", properties: { note: 'a "b", c' } });
  const { text } = await api.request({ method: "GET", path: "/contacts/export" });
  expect(text).toContain(`,"ada@example.com","'=1+1","yes","yes","{""note"":""a \\""b\\"", c""}",`);
});

test("an invalid filter is an error before the first byte", async () => {
  const { status, body } = await api.call<Failure>("GET", "/contacts/export?property=plan");
  expect({ status, fields: body.error.fields }).toMatchObject({
    status: 422,
    fields: [{ path: "property" }],
  });
});
