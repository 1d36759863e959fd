import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { type Contact, ContactsApi, type Failure } from "../contacts-api.fixture.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const get = async (email: string) => (await api.call<Contact>("GET", `/contacts/${email}`)).body;

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
        for (let n = 0; n < 101; n += 1) yield `${" ".repeat(65_535)}\n`.repeat(16);
      })(),
    );
    const { status, body } = await api.importFile<Failure>(large);
    expect([status, body.error.message]).toEqual([413, expect.stringContaining("over 100 MB")]);
    expect(await api.emailsOf("")).toEqual(["a@example.com"]);
    const json = await api.importFile<Failure>("{}", { type: "application/json" });
    expect([json.status, json.body.error.message]).toEqual([415, expect.stringContaining("text/csv")]);
  });

  test("an interrupted upload keeps the rows that arrived, and the whole file can be imported again (J3)", async () => {
    const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
    const rows = Array.from({ length: 2_500 }, (_, n) => `c${n}@example.com\n`);
    const stopping = new AbortController();
    const total = async () => (await api.list()).pagination.total ?? 0;
    async function* halves() {
      yield Buffer.from(`email\n${rows.slice(0, 2_100).join("")}`);
      await until(async () => (await total()) >= 1_000, { what: "the first batch" });
      stopping.abort();
    }
    const body = { body: Readable.toWeb(Readable.from(halves())), duplex: "half" } as RequestInit;
    const headers = { "x-account": api.account, "content-type": "text/csv" };
    const upload = fetch(`${url}/api/v1/contacts/import`, {
      method: "POST",
      headers,
      signal: stopping.signal,
      ...body,
    });
    await expect(upload).rejects.toThrow();
    await until(async () => (await total()) >= 2_000, { what: "the rows that arrived" });
    const whole = await api.importFile(`email\n${rows.join("")}`);
    expect(whole.body.created + whole.body.unchanged).toBe(2_500);
    expect(await total()).toBe(2_500);
  });

  test("only the first 10,000 errors are returned, and all are counted", async () => {
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

  test("the audit log has the rows that are stored when a later batch fails (J6)", async ({
    onTestFinished,
  }) => {
    const { pool } = api.database;
    await pool.query(
      `CREATE FUNCTION fail_import() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
       CREATE TRIGGER fail_import BEFORE INSERT ON contacts FOR EACH ROW WHEN (NEW.email LIKE 'broken%') EXECUTE FUNCTION fail_import()`,
    );
    onTestFinished(() => pool.query("DROP FUNCTION fail_import CASCADE").then(() => undefined));
    const rows = Array.from({ length: 1_500 }, (_, n) => `${n < 1_000 ? "n" : "broken"}${n}@example.com\n`);
    expect((await api.importFile(`email\n${rows.join("")}`)).status).toBe(500);
    expect((await api.list()).pagination.total).toBe(1_000);
    const events = await pool.query("SELECT detail FROM audit_events WHERE account_id = $1", [api.account]);
    expect(events.rows).toMatchObject([{ detail: { rows: 1_500, created: 1_000 } }]);
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
