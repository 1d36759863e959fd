import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { addSuppressions } from "../../suppressions/index.ts";
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

describe("rows", () => {
  test("create and update contacts; the same file changes nothing the second time", async () => {
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

  test("a row at fault is reported with line, column and value, and all others are imported (J2)", async () => {
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

  test("properties that would make an existing contact too large are a fault of their row", async () => {
    await api.create({ email: "full@example.com", properties: { note: "x".repeat(16_300) } });
    const { body } = await api.importFile(
      `email,name,more\nfull@example.com,Ada,${"y".repeat(100)}\nfull@example.com,Grace,\n`,
    );
    expect(body).toMatchObject({
      updated: 1,
      unchanged: 0,
      failed: 1,
      errors: [{ line: 2, column: "properties" }],
    });
    expect((await get("full@example.com")).name).toBe("Grace");
  });

  test("an export can be imported unchanged, and contains no formula (J4)", async () => {
    await api.create({
      email: "=cmd@example.com",
      name: "=1+1",
      properties: { "=a": "@b", deep: { n: [1, null] } },
    });
    await api.create({ email: "+tag@example.com", name: "'-x", subscribed: false });
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
});

describe("consent", () => {
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

  test("a row that says no unsubscribes an existing contact, also when another row says yes", async () => {
    await api.create({ email: "ada@example.com" });
    const csv = "email,subscribed\nada@example.com,no\nada@example.com,yes\n";
    expect((await api.importFile(csv)).body).toMatchObject({ updated: 1, kept_unsubscribed: 0 });
    expect(await get("ada@example.com")).toMatchObject({ subscribed: false });
    expect(await eventsOf()).toEqual([
      "contact.created ada@example.com",
      "contact.unsubscribed ada@example.com",
    ]);
  });

  test("subscribed=false is for new contacts whose row says nothing", async () => {
    await api.create({ email: "ada@example.com" });
    const csv = "email,subscribed\nada@example.com,\nnew@example.com,\nyes@example.com,yes\n";
    await api.importFile(csv, { query: "?subscribed=false" });
    expect((await api.emailsOf("?subscribed=true")).sort()).toEqual(["ada@example.com", "yes@example.com"]);
  });
});

describe("files", () => {
  test.each([
    ["", /^Line 1: the file is empty/],
    ["name,plan\nAda,pro\n", /^Line 1: .*must be email/],
    ["email,__proto__\na@example.com,1\n", /^Line 1: .*cannot be the name/],
    [
      'email\na@example.com\nbad\n"b@example.com\n',
      /^Line 4: a quote .* Rows before it: 1 imported, 1 invalid/,
    ],
    [Buffer.from("email,name\na@example.com,Grüße\n", "latin1"), /^Line 2: this text is not in UTF-8/],
  ])("%j is rejected with the line number (J1, J2)", async (csv, message) => {
    const { status, body } = await api.importFile<Failure>(csv);
    expect([status, body.error.code]).toEqual([422, "csv_unreadable"]);
    expect(body.error.message).toMatch(message);
  });

  test("other encodings and delimiters are read", async () => {
    const utf16 = Buffer.from("\uFEFFemail;name\na@example.com;Grüße\n", "utf16le");
    expect((await api.importFile(utf16)).body).toMatchObject({ created: 1 });
    const latin1 = Buffer.from("email,name\na@example.com,Zoë\n", "latin1");
    const type = "text/csv; charset=windows-1252";
    expect((await api.importFile(latin1, { type })).body).toMatchObject({ updated: 1 });
    expect((await get("a@example.com")).name).toBe("Zoë");
    expect((await api.importFile("email\n")).body).toMatchObject({ rows: 0 });
  });

  test("a file over 100 MB and a body that is not CSV are refused", async () => {
    const large = Readable.from(
      (function* () {
        yield "email\na@example.com\n";
        for (let n = 0; n < 101; n += 1) yield "\n".repeat(1_048_576);
      })(),
    );
    const { status, body } = await api.importFile<Failure>(large);
    expect([status, body.error.message]).toEqual([413, expect.stringContaining("over 100 MB")]);
    expect(await api.emailsOf("")).toEqual(["a@example.com"]);
    expect((await api.importFile("{}", { type: "application/json" })).status).toBe(415);
  });

  test("only the first 10,000 faults are returned, and all are counted", async () => {
    const { body } = await api.importFile(`email\n${"bad\n".repeat(10_050)}a@example.com\n`);
    expect(body).toMatchObject({ failed: 10_050, created: 1 });
    expect(body.errors).toHaveLength(10_000);
  });

  test("the audit log names the importer and has the counts (J6)", async () => {
    await api.importFile("email\na@example.com\nbad\n");
    const { rows } = await api.database.pool.query(
      "SELECT action, by_key_id, detail FROM audit_events WHERE account_id = $1",
      [api.account],
    );
    expect(rows).toMatchObject([
      { action: "contacts.imported", by_key_id: 1, detail: { rows: 2, created: 1, failed: 1 } },
    ]);
  });
});

describe("preview", () => {
  type Preview = { columns: { name: string; becomes: string }[]; rows: string[][] };
  const preview = (csv: string | Buffer) => api.importFile<Preview & Failure>(csv, { path: "/preview" });

  test("returns the columns and the first rows, and stores nothing", async () => {
    const rows = Array.from({ length: 9 }, (_, n) => `c${n}@example.com;'=1+${n};${"x".repeat(300)}`);
    const { status, body } = await preview(`E-Mail;plan;note;id\n${rows.join("\n")}\n"cut off`);
    expect(status).toBe(200);
    expect(body.columns).toEqual([
      { name: "E-Mail", becomes: "email" },
      { name: "plan", becomes: "property" },
      { name: "note", becomes: "property" },
      { name: "id", becomes: "ignored" },
    ]);
    expect(body.rows).toHaveLength(5);
    expect(body.rows[1]).toEqual(["c1@example.com", "=1+1", "x".repeat(200), ""]);
    expect((await api.list()).pagination.total).toBe(0);
  });

  test("has the errors of the import", async () => {
    expect((await preview("name\nAda\n")).body.error).toMatchObject({
      code: "csv_unreadable",
      message: expect.stringContaining("must be email"),
    });
    expect((await preview("")).status).toBe(422);
  });
});
