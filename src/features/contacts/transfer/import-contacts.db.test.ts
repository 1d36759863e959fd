import { beforeEach, expect, test } from "vitest";
import { type Contact, ContactsApi, type Failure } from "../contacts-api.fixture.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const exported = async () => (await api.request({ method: "GET", path: "/contacts/export" })).text;
const get = async (email: string) => (await api.call<Contact>("GET", `/contacts/${email}`)).body;
const eventsOf = async (account = api.account) => {
  const { rows } = await api.database.pool.query(
    "SELECT type, detail->>'email' AS email FROM account_events WHERE account_id = $1 ORDER BY id",
    [account],
  );
  return rows.map(({ type, email }) => `${type} ${email}`);
};

test("rows create and update contacts; the same file changes nothing the second time", async () => {
  await api.create({ email: "ada@example.com", name: "Ada", properties: { plan: "free", seats: 5 } });
  const csv = [
    "Email,Name,plan,City",
    "ADA@example.com,,pro,",
    'grace@example.com,"Hopper, Grace",free,New York',
    "",
    "grace@example.com,,,",
  ].join("\r\n");
  const first = await api.importFile(csv);
  expect([first.status, first.body]).toEqual([
    200,
    { rows: 3, created: 1, updated: 1, unchanged: 1, failed: 0, kept_unsubscribed: 0, errors: [] },
  ]);
  expect(await get("ada@example.com")).toMatchObject({
    email: "ADA@example.com",
    name: "Ada",
    properties: { plan: "pro", seats: 5 },
  });
  expect(await get("grace@example.com")).toMatchObject({
    name: "Hopper, Grace",
    subscribed: true,
    properties: { plan: "free", City: "New York" },
  });
  expect((await eventsOf()).sort()).toEqual([
    "contact.created ada@example.com",
    "contact.created grace@example.com",
    "contact.updated ADA@example.com",
  ]);
  const [before, events] = [await exported(), await eventsOf()];
  expect((await api.importFile(csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  expect([await exported(), await eventsOf()]).toEqual([before, events]);
  expect(await api.emailsOf("?search=hopper")).toEqual(["grace@example.com"]);
  expect((await api.list()).pagination.total).toBe(2);
});

test("with on_conflict=skip, existing contacts stay as they are, and the first row of an address counts", async () => {
  await api.create({ email: "ada@example.com", name: "Ada" });
  const csv = "email,name\nada@example.com,Other\nnew@example.com,First\nnew@example.com,Second\n";
  expect((await api.importFile(csv, { query: "?on_conflict=skip" })).body).toMatchObject({
    created: 1,
    updated: 0,
    unchanged: 2,
  });
  expect((await get("ada@example.com")).name).toBe("Ada");
  expect((await get("new@example.com")).name).toBe("First");
});

test("a row that fails is reported with line, column and value, and all others are imported (J2)", async () => {
  await api.create({ email: "full@example.com", properties: { note: "x".repeat(16_300) } });
  const csv = [
    "email,subscribed,note",
    "a@example.com,yes,one",
    "no-address,,",
    "full@example.com,no,",
    `full@example.com,,${"y".repeat(16_300)}`,
    `full@example.com,,"y"`,
    "b@example.com,perhaps,",
    "c@example.com,,=1+1",
    "ragged@example.com",
    "d@example.com,,,too,many",
  ].join("\n");
  const { body } = await api.importFile(csv);
  expect(body).toMatchObject({ rows: 9, created: 4, updated: 1, failed: 2, unchanged: 2 });
  expect(body.errors).toEqual([
    { line: 3, column: "email", value: "no-address", message: expect.any(String) },
    { line: 7, column: "subscribed", value: "perhaps", message: expect.stringContaining("yes") },
  ]);
  expect(await get("full@example.com")).toMatchObject({ subscribed: false, properties: { note: "y" } });
  expect(await get("c@example.com")).toMatchObject({ properties: { note: "=1+1" } });
});

test("properties that would make an existing contact too large fail with their row", async () => {
  await api.create({ email: "full@example.com", properties: { note: "x".repeat(16_300) } });
  const { body } = await api.importFile(
    `email,name,subscribed,more\nfull@example.com,Ada,no,${"y".repeat(100)}\nfull@example.com,Grace,,\n`,
  );
  expect(body).toMatchObject({
    updated: 1,
    unchanged: 0,
    failed: 1,
    errors: [{ line: 2, column: "properties" }],
  });
  expect(await get("full@example.com")).toMatchObject({ name: "Grace", subscribed: true });
  const alone = await api.importFile(`email,more\nfull@example.com,${"y".repeat(100)}\n`);
  expect(alone.body).toMatchObject({ updated: 0, unchanged: 0, failed: 1 });
  const large = `email,more\nfull@example.com,${"y".repeat(100)}\nbad,\n`;
  expect((await api.importFile(large)).body.errors.map(({ line }) => line)).toEqual([2, 3]);
  const { body: broken } = await api.importFile<Failure>(`${large}"open`);
  expect(broken.error.message).toContain("Rows before it: 0 imported, 2 invalid");
});

test("an export can be imported unchanged, and contains no formula (J4)", async () => {
  await api.create({
    email: "=cmd@example.com",
    name: "=1+1",
    properties: { "=a": "@b", deep: { n: [1, null] } },
  });
  await api.create({ email: "+tag@example.com", name: "'-x", subscribed: false, tracked: false });
  await api.create({ email: "e@bücher.example", properties: { seats: 5, ok: true, zip: "0123" } });
  const text = await exported();
  const unchanged = await api.importFile(text);
  expect(unchanged.body).toMatchObject({ rows: 3, created: 0, updated: 0, unchanged: 3, failed: 0 });
  expect(await exported()).toBe(text);
  const source = await api.list();
  api.account = await api.createAccount();
  expect((await api.importFile(text)).body).toMatchObject({ created: 3, failed: 0 });
  const dataOf = ({ contacts }: typeof source) =>
    contacts
      .map(({ id: _, created_at: _c, updated_at: _u, ...data }: Contact & { created_at?: string }) => data)
      .sort((a, b) => (a.email < b.email ? -1 : 1));
  expect(dataOf(await api.list())).toEqual(dataOf(source));
});

test("many rows are stored in batches, in the order of the file, and counted once", async () => {
  const rows = Array.from({ length: 2_345 }, (_, n) => `c${n}@example.com,Name ${n}`);
  const { body } = await api.importFile(`email,name\n${rows.join("\n")}`);
  expect(body).toMatchObject({ rows: 2_345, created: 2_345 });
  const { contacts, pagination } = await api.list("?limit=2");
  expect(pagination.total).toBe(2_345);
  expect(contacts.map(({ email }) => email)).toEqual(["c2344@example.com", "c2343@example.com"]);
  await api.importFile("email\nb@example.com\nz@example.com\na@example.com\n");
  expect(await api.emailsOf("?limit=3")).toEqual(["a@example.com", "z@example.com", "b@example.com"]);
});

test("two imports of overlapping files at once create each contact once (J8)", async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => `c${n}@example.com`);
  const files = [rows, rows.toReversed(), rows.slice(1_000), rows.toReversed().slice(500)];
  const results = await Promise.all(
    files.map((lines, n) => api.importFile(`email,p${n}\n${lines.map((line) => `${line},x`).join("\n")}`)),
  );
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(results.reduce((sum, { body }) => sum + body.created, 0)).toBe(3_000);
  expect((await api.list()).pagination.total).toBe(3_000);
  expect(await get("c1500@example.com")).toMatchObject({
    properties: { p0: "x", p1: "x", p2: "x", p3: "x" },
  });
});

test("an import never reaches contacts of another account (L1)", async () => {
  const owner = await api.createAccount();
  await api.create({ email: "ada@example.com", name: "Theirs" }, { as: owner });
  expect((await api.importFile("email,name\nada@example.com,Ours\n")).body).toMatchObject({ created: 1 });
  expect((await api.list("", owner)).contacts).toMatchObject([{ name: "Theirs" }]);
  expect(await eventsOf(owner)).toEqual(["contact.created ada@example.com"]);
});
