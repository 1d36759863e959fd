import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { addSuppressions } from "../add-suppressions.ts";
import { SuppressionsApi } from "../suppressions-api.fixture.ts";
import { exportSuppressions } from "./export-suppressions.ts";

const api = new SuppressionsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const later = new Date(Date.now() + 86_400_000).toISOString();
const importFile = (csv: string | Buffer | Readable, { query = "", type = "text/csv" } = {}) =>
  api.call("POST", `/import${query}`, { csv, type });
const exported = async (query = "") => (await api.call("GET", `/export${query}`)).text;
const stored = async () => {
  const { rows } = await api.database.pool.query(
    "SELECT address, reason FROM suppressions WHERE account_id = $1 ORDER BY address",
    [api.account],
  );
  return rows.map(({ address, reason }) => `${address} ${reason}`);
};

describe("import", () => {
  test("accepts columns in any order, reports each invalid row by its line, and stores the rest", async () => {
    const csv = [
      "Reason,E-Mail address,Email,expires_at,unsubscribed_at,__proto__",
      "complaint,x,ada@example.com,,,1",
      ',x,"Grace <grace@bücher.example>",,2026-01-02T03:04:05Z',
      "complaint,x,no-address",
      "wrong,x,b@example.com",
      `hard_bounce,x,c@example.com,${later},,,,`,
      "hard_bounce,x,d@example.com,2020-01-01",
      "unsubscribe,x,e@example.com,,yesterday",
      "",
      ",,,,",
      ",x,\0@example.com",
      "manual,x,ADA@EXAMPLE.COM",
    ].join("\r\n");
    const { status, body } = await importFile(csv, { query: "?reason=unsubscribe" });
    expect([status, body]).toMatchObject([
      200,
      { rows: 10, created: 4, changed: 0, unchanged: 1, failed: 5 },
    ]);
    const { errors } = body as { errors: { line: number; message: string }[] };
    expect(errors.map(({ line, message }) => `${line} ${message.split(":")[0]}`)).toEqual([
      "4 address",
      "7 expires_at",
      "8 unsubscribed_at",
      "10 address",
      "11 address",
    ]);
    expect(await stored()).toEqual([
      "ada@example.com complaint",
      "b@example.com unsubscribe",
      "c@example.com hard_bounce",
      "grace@xn--bcher-kva.example unsubscribe",
    ]);
    expect(await api.get("grace@bücher.example")).toMatchObject({
      unsubscribed_at: "2026-01-02T03:04:05.000Z",
      source: { type: "import", id: body.id },
    });
  });

  test("accepts a list without a header, and other encodings", async () => {
    expect((await importFile("a@example.com\rb@example.com\r")).body).toMatchObject({ rows: 2, created: 2 });
    const utf16 = Buffer.from("\uFEFFemail;detail\nc@example.com;Grüße\n", "utf16le");
    expect((await importFile(utf16)).body).toMatchObject({ rows: 1, created: 1 });
    expect((await api.get("c@example.com")).detail).toBe("Grüße");
    const latin1 = Buffer.from("email,detail\nd@example.com,Grüße\n", "latin1");
    expect((await importFile(latin1)).body.error).toMatchObject({
      code: "csv_unreadable",
      message: expect.stringMatching(/^Line 2: .*not in UTF-8/),
    });
    expect((await importFile(latin1, { type: "text/csv; charset=windows-1252" })).status).toBe(200);
    expect((await api.get("d@example.com")).detail).toBe("Grüße");
  });

  test.each([
    ["", /^Line 1: the file is empty/],
    ["name,reason\nada,manual\n", /^Line 1: .*address or email/],
    ["email,Address\na@example.com,b@example.com\n", /^Line 1: there are two columns/],
    ['email\na@example.com\n"b@example.com\n', /^Line 3: a quote .* Rows before it: 1 imported, 0 invalid/],
  ])("%j is rejected with the line number (J1, J2)", async (csv, message) => {
    const { status, body } = await importFile(csv);
    expect([status, body.error.code]).toEqual([422, "csv_unreadable"]);
    expect(body.error.message).toMatch(message);
  });

  test("maps the reasons of other programs, and keeps any other text as the detail", async () => {
    const csv = [
      "Email,Suppression Reason",
      "a@example.com,BOUNCE",
      "b@example.com,HardBounce",
      "c@example.com,SpamComplaint",
      "d@example.com,spam report",
      "e@example.com,ManualSuppression",
      "f@example.com,550 5.1.1 no such user",
    ].join("\n");
    expect((await importFile(csv, { query: "?reason=hard_bounce" })).body).toMatchObject({ created: 6 });
    expect(await stored()).toEqual([
      "a@example.com hard_bounce",
      "b@example.com hard_bounce",
      "c@example.com complaint",
      "d@example.com complaint",
      "e@example.com manual",
      "f@example.com hard_bounce",
    ]);
    expect((await api.get("f@example.com")).detail).toBe("550 5.1.1 no such user");
  });

  test("an unsubscribe time in the future is invalid", async () => {
    const { body } = await importFile("email,unsubscribed_at\na@example.com,2999-01-01\n");
    expect(body).toMatchObject({
      failed: 1,
      errors: [{ line: 2, message: "unsubscribed_at: is in the future" }],
    });
  });

  test("a file with only a header is valid", async () => {
    expect((await importFile("email\n")).body).toMatchObject({ rows: 0, failed: 0 });
  });

  test("no existing suppression is weakened, and the audit log names the importer (J6)", async () => {
    const source = { type: "email" as const, id: null };
    const accountId = api.account;
    await addSuppressions(api.database.db, [
      { accountId, address: "c@example.com", reason: "complaint", source },
      { accountId, address: "u@example.com", reason: "unsubscribe", source },
    ]);
    const csv = `email,reason,expires_at\nc@example.com,manual,${later}\nu@example.com,hard_bounce,${later}\n`;
    expect((await importFile(csv)).body).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await api.get("c@example.com")).toMatchObject({ reason: "complaint", expires_at: null });
    expect((await api.get("u@example.com")).unsubscribed_at).not.toBeNull();
    const { rows } = await api.database.pool.query(
      "SELECT action, by_key_id, detail FROM audit_events WHERE account_id = $1",
      [accountId],
    );
    expect(rows).toMatchObject([
      { action: "suppressions.imported", by_key_id: 1, detail: { rows: 2, changed: 1, unchanged: 1 } },
    ]);
  });

  test("rows before an unreadable line are stored", async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => `n${n}@example.com\n`).join("");
    const cell = Readable.from([`email\n${rows}`, ...Array.from({ length: 64 }, () => "x".repeat(65_536))]);
    const { status, body } = await importFile(cell);
    expect([status, body.error.message]).toEqual([422, expect.stringMatching(/^Line 2502: /)]);
    expect(await stored()).toHaveLength(2_500);
    expect((await importFile(`email\n${rows}`)).body).toMatchObject({ created: 0, unchanged: 2_500 });
  });

  test("over a real connection, a client that is still sending receives the error of the first line", async () => {
    const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
    const send = (body: RequestInit) =>
      fetch(`${url}/api/v1/suppressions/import`, {
        method: "POST",
        headers: { "x-account": api.account, "content-type": "text/csv" },
        ...body,
      });
    const lines = Buffer.from(`name\n${"ada\n".repeat(2_000_000)}`);
    for (let n = 0; n < 2; n += 1) {
      const response = await send({ body: lines });
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { error: { code: "csv_unreadable" } },
      ]);
    }
    const pieces = new Blob([lines]).stream();
    const streamed = await send({ body: pieces, duplex: "half" } as RequestInit);
    expect(streamed.status).toBe(422);
  });

  test("the import accepts only CSV, and no other route accepts CSV", async () => {
    for (const content of [{ body: { address: "a@example.com" } }, {}]) {
      const { status, body } = await api.call("POST", "/import", content);
      expect([status, body.error.message]).toEqual([415, expect.stringContaining("Content-Type: text/csv")]);
    }
    expect((await api.call("POST", "", { csv: "a@example.com" })).status).toBe(415);
  });
});

describe("export", () => {
  const row = (address: string, fields: object) => ({
    accountId: api.account,
    address,
    reason: "manual" as const,
    source: { type: "email" as const, id: null },
    ...fields,
  });

  test("an export can be imported unchanged, and contains no formula (J4)", async () => {
    await addSuppressions(api.database.db, [
      row("=cmd@example.com", { detail: '=HYPERLINK("https://x.example")' }),
      row("+a+tag@example.com", { reason: "complaint", detail: "@SUM(A1)" }),
      row("-b@example.com", { detail: '"=1", and more' }),
      row("c@example.com", { detail: "＝full width", unsubscribedAt: new Date("2026-01-02T03:04:05Z") }),
      row("'d@example.com", { reason: "hard_bounce", expiresAt: new Date(later), detail: "'quoted'" }),
      row("e@xn--bcher-kva.example", { reason: "unsubscribe" }),
    ]);
    const { headers, text } = await api.call("GET", "/export");
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="suppressions.csv"',
    });
    expect(text.split("\r\n")).toHaveLength(8);
    for (const cell of text.split(/\r\n|","/)) expect(cell).not.toMatch(/^"?[=+\-@\t\r＝＠]/u);

    const withoutTimes = (csv: string) => csv.replaceAll(/"(email|import)","[^"]*"\r\n/g, "\r\n");
    api.account = await api.createAccount();
    expect((await importFile(text)).body).toMatchObject({ rows: 6, created: 6, failed: 0 });
    const sorted = (csv: string) => withoutTimes(csv).split("\r\n").sort();
    expect(sorted(await exported())).toEqual(sorted(text));
  });

  test("many pages contain each row once, and a filter by reason applies", async () => {
    const rows = Array.from({ length: 2_300 }, (_, n) =>
      row(`n${n}@example.com`, { reason: n % 100 ? "manual" : "complaint" }),
    );
    await addSuppressions(api.database.db, rows);
    const lines = (await exported()).trimEnd().split("\r\n");
    expect(new Set(lines).size).toBe(2_301);
    expect((await exported("?reason=complaint")).trimEnd().split("\r\n")).toHaveLength(24);
  });

  test("an empty list is exported as a header line", async () => {
    expect(await exported()).toBe(
      '"address","reason","unsubscribed_at","expires_at","detail","source","created_at"\r\n',
    );
  });

  test("an address that gets a stronger reason during an export is in the file", async () => {
    // Ids have their time, so these are older than those of the rest.
    await addSuppressions(api.database.db, [row("oldest@example.com", {})]);
    await addSuppressions(
      api.database.db,
      Array.from({ length: 1_500 }, (_, n) => row(`a${n}@example.com`, {})),
    );
    const { account: accountId } = api;
    let csv = "";
    let parts = 0;
    for await (const part of exportSuppressions(api.database, { accountId })) {
      if (parts++ === 0)
        await addSuppressions(api.database.db, [row("oldest@example.com", { reason: "complaint" })]);
      csv += part;
    }
    const addresses = csv.trimEnd().split("\r\n").slice(1);
    expect(addresses).toHaveLength(1_501);
    expect(new Set(addresses).size).toBe(1_501);
    expect(csv).toMatch(/"?oldest@example.com"?,"?complaint/);
  });
});
