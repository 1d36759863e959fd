import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { keyCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { allowDomain } from "../../domains/index.ts";
import { dmarc, startOfYesterday, storeMail, tls } from "./report-mail.fixture.ts";

const api = useApi();
const DAY_MS = 86_400_000;
const yesterday = startOfYesterday().toISOString().slice(0, 10);
/** When the reports of the test arrived. */
const arrivals = [5, 4, 3, 2].map((hours) => new Date(Date.now() - hours * 3_600_000));

const get = (url: string) => keyCaller(api).get(`/api/v1/reports${url}`);
const list = async (query = "") => (await get(query)).body;
const ids = async (query: string) =>
  (await list(query)).reports.map(({ report_id: id }: { report_id: string }) => id);

type Day = [domain: string, source: string, messages: number];

/** Stores sums of today's DMARC reports. */
async function storeDays(accountId: string, days: Day[]): Promise<void> {
  for (const [domain, source, messages] of days)
    await api.database.pool.query(
      `INSERT INTO domain_report_days (account_id, domain, kind, day, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected)
       VALUES ($1, $2, 'dmarc', (now() AT TIME ZONE 'UTC')::date, $3, $4, $4, $4, $4, 0, 0)`,
      [accountId, domain, source, messages],
    );
}

beforeAll(async () => {
  const store = async (message: Buffer, at: Date | undefined, name = "ours.test") => {
    const inboundId = firstIdAt(at ?? new Date());
    expect(await storeMail(api.database, message, { host: `bounce.${name}`, inboundId })).toBe("recorded");
  };
  for (const domain of ["ours.test", "second.test"])
    await allowDomain(api.database, { email: "admin@example.com", domain });
  const twoSources = [
    { ip: "192.0.2.1", count: 90 },
    { ip: "198.51.100.7", count: 10, dkim: "fail", spf: "fail", disposition: "reject" },
  ];
  await store(dmarc({ id: "one", reporter: "google.com", rows: twoSources }), arrivals[0]);
  await store(tls({ reportId: "two", failures: 4, reporter: "Mail Corp" }), arrivals[1]);
  await store(
    dmarc({ id: "three", domain: "second.test", reporter: "Yahoo", rows: [{ ip: "192.0.2.1", count: 7 }] }),
    arrivals[2],
    "second.test",
  );
  await store(
    dmarc({
      id: "four",
      rows: [{ ip: "192.0.2.1", count: 3, spf: "fail" }],
      begin: new Date(startOfYesterday().getTime() - 9 * DAY_MS),
    }),
    arrivals[3],
  );
  const other = await newAccount(api, "stranger@reports.example");
  await api.database.pool.query(
    `INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id, day, messages, passed)
     VALUES ($1, 'theirs.test', 'dmarc', 'google.com', 'theirs', now(), $2, now(), 500, 500)`,
    [other.id, firstIdAt(new Date())],
  );
  await storeDays(other.id, [["ours.test", "203.0.113.1", 500]]);
});

describe("received reports", () => {
  test("are listed with their own figures, newest first, without those of other accounts (L7)", async () => {
    expect(await list("?include=total")).toEqual({
      reports: [
        expect.objectContaining({ report_id: "four", messages: 3, passed: 3, reporter: "reporter.test" }),
        expect.objectContaining({ report_id: "three", domain: "second.test", messages: 7, passed: 7 }),
        expect.objectContaining({ report_id: "two", kind: "tls", messages: 94, passed: 90 }),
        {
          received_at: arrivals[0]?.toISOString(),
          domain: "ours.test",
          domain_exists: true,
          kind: "dmarc",
          reporter: "google.com",
          report_id: "one",
          day: yesterday,
          messages: 100,
          passed: 90,
        },
      ],
      pagination: { limit: 50, has_more: false, next_cursor: null, total: 4, total_is_exact: true },
    });
  });

  test.each([
    ["domain=OURS.test", ["four", "two", "one"]],
    ["domain=%20Ours.test", ["four", "two", "one"]],
    ["kind=tls", ["two"]],
    ["reporter=GOOGLE", ["one"]],
    ["search=second", ["three"]],
    ["search=yahoo", ["three"]],
    ["search=TWO", ["two"]],
    ["domain=ours.test&kind=dmarc", ["four", "one"]],
    ["domain=theirs.test", []],
    ["search=%25", []],
  ])("%s finds %j", async (query, expected) => {
    expect(await ids(`?${query}`)).toEqual(expected);
    expect((await list(`?${query}&limit=1&include=total`)).pagination.total).toBe(expected.length);
  });

  test("of a time range are those that arrived in it", async () => {
    const [, after = "", before = ""] = arrivals.map((at) => at.toISOString());
    expect(await ids(`?after=${after}&before=${before}`)).toEqual(["two"]);
  });

  test("are listed page by page, also those that one message brought", async () => {
    await api.database.pool.query(
      `INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id)
       SELECT account_id, name, 'tls', 'old.example', 'old', now(), $1 FROM domains`,
      [firstIdAt(new Date(Date.now() - DAY_MS))],
    );
    const seen: unknown[] = [];
    let cursor: string | null = "";
    let lastCursor = "";
    while (cursor !== null) {
      const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(
        ...page.reports.map(({ report_id, domain }: Record<string, string>) => `${report_id} ${domain}`),
      );
      lastCursor = cursor;
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual([
      "four ours.test",
      "three second.test",
      "two ours.test",
      "one ours.test",
      "old second.test",
      "old ours.test",
    ]);
    // The earlier version that stored these had no figures of reports.
    expect((await list("?search=old&limit=1")).reports).toEqual([
      expect.objectContaining({ day: null, messages: null, passed: null }),
    ]);
    const [name = "", account = "", id = ""] = decodeCursor(lastCursor, 4) ?? [];
    for (const changed of [
      [name, account, "x", ""],
      [name, account, id, "\0"],
      [name, firstIdAt(new Date()), id, ""],
      ["events", account, id, ""],
    ])
      expect((await get(`?cursor=${encodeCursor(changed)}`)).problems, changed.join()).toEqual(["cursor"]);
    await api.database.pool.query("DELETE FROM domain_reports WHERE report_id = 'old'");
  });

  test.each(["after=soon", "kind=arf", "surprise=1"])(
    "%s is rejected with the name of the parameter",
    async (query) => {
      for (const path of ["", "/export"])
        expect((await get(`${path}?${query}`)).problems).toEqual([query.split("=")[0]]);
    },
  );

  test("are downloaded as CSV, all or those that match", async () => {
    const { headers, body } = await get("/export?kind=tls");
    expect(headers["content-disposition"]).toBe('attachment; filename="reports.csv"');
    const columns = ["received_at", "domain", "kind", "reporter", "report_id", "day", "messages", "passed"];
    const row = [arrivals[1]?.toISOString(), "ours.test", "tls", "Mail Corp", "two", yesterday, "94", "90"];
    expect(body).toBe([columns, row].map((cells) => `"${cells.join('","')}"\r\n`).join(""));
    expect((await get("/export")).body.split("\r\n")).toHaveLength(6);
  });
});

describe("the sums by domain", () => {
  const sums = async (query = "") => (await list(`/domains${query}`)).domains;

  test("have the messages, sources and sessions of the range, most first, and the last report of any time", async () => {
    expect(await sums()).toEqual([
      {
        domain: "ours.test",
        domain_exists: true,
        messages: 103,
        passed: 93,
        sources: 2,
        sessions: 94,
        failed_sessions: 4,
        last_report_at: arrivals[3]?.toISOString(),
      },
      {
        domain: "second.test",
        domain_exists: true,
        messages: 7,
        passed: 7,
        sources: 1,
        sessions: 0,
        failed_sessions: 0,
        last_report_at: arrivals[2]?.toISOString(),
      },
    ]);
    const [ours] = await sums(`?from=${yesterday}&to=${yesterday}`);
    expect(ours).toMatchObject({ messages: 100, passed: 90, last_report_at: arrivals[3]?.toISOString() });
  });

  test("are those of the listed reports", async () => {
    const { reports } = await list();
    for (const { domain, messages, sessions } of await sums()) {
      const counted = (kind: string) =>
        reports
          .filter(
            (report: { domain: string; kind: string }) => report.domain === domain && report.kind === kind,
          )
          .reduce((sum: number, report: { messages: number }) => sum + report.messages, 0);
      expect([counted("dmarc"), counted("tls")]).toEqual([messages, sessions]);
    }
  });

  test("list a domain whose reports are about other days, or no longer stored", async () => {
    expect(await sums("?from=2020-01-01&to=2020-01-01")).toEqual([
      expect.objectContaining({ domain: "ours.test", messages: 0, sources: 0, sessions: 0 }),
      expect.objectContaining({ domain: "second.test", messages: 0 }),
    ]);
    await api.database.pool.query("DELETE FROM domain_reports WHERE domain = 'second.test'");
    expect((await sums())[1]).toMatchObject({ domain: "second.test", messages: 7, last_report_at: null });
    const [, second] = await sums("?from=2020-01-01&to=2020-01-01");
    expect(second).toMatchObject({ domain: "second.test", messages: 0, last_report_at: null });
  });

  test("list a domain whose only report has no sources", async () => {
    const empty = await newAccount(api, "empty@reports.example");
    await api.database.pool.query(
      `INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id, day, messages, passed)
       VALUES ($1, 'empty.test', 'dmarc', 'google.com', 'empty', now(), $2, now(), 0, 0)`,
      [empty.id, firstIdAt(new Date())],
    );
    const { body } = await empty.caller.get("/api/v1/reports/domains");
    expect(body).toMatchObject({ domains: [{ domain: "empty.test", messages: 0 }], has_more: false });
  });

  test("count the IP addresses that sent messages, without the sum of the others", async () => {
    const counted = await newAccount(api, "sources@reports.example");
    await storeDays(counted.id, [
      ["counted.test", "192.0.2.1", 5],
      ["counted.test", "192.0.2.2", 0],
      ["counted.test", "others", 70],
    ]);
    const { body } = await counted.caller.get("/api/v1/reports/domains");
    expect(body.domains).toEqual([expect.objectContaining({ messages: 75, sources: 1 })]);
  });

  test("are those of the 100 domains with the most messages, and say that there are more", async () => {
    const many = await newAccount(api, "many@reports.example");
    const ask = async () => (await many.caller.get("/api/v1/reports/domains")).body;
    const days = Array.from({ length: 101 }, (_, n): Day => [`d${n}.test`, "192.0.2.1", n + 1]);
    await storeDays(many.id, days.slice(1));
    expect(await ask()).toMatchObject({ domains: { length: 100 }, has_more: false });
    await storeDays(many.id, days.slice(0, 1));
    const { domains, has_more } = await ask();
    expect(has_more).toBe(true);
    expect(domains.map(({ messages }: { messages: number }) => messages)).toEqual(
      Array.from({ length: 100 }, (_, n) => 101 - n),
    );
  });

  test("read one report of each domain by an index", async () => {
    const many = await newAccount(api, "indexed@reports.example");
    await api.database.pool.query(
      `INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id)
       SELECT $1, 'd' || n % 5 || '.test', 'dmarc', 'google.com', n, now(), event_id(now(), uuid_send(gen_random_uuid()))
       FROM generate_series(1, 5000) n`,
      [many.id],
    );
    await api.database.pool.query("ANALYZE domain_reports");
    const query = vi.spyOn(pg.Client.prototype, "query");
    onTestFinished(() => query.mockRestore());
    await many.caller.get("/api/v1/reports/domains");
    const calls = query.mock.calls as unknown as [text: string | pg.QueryConfig, values: unknown[]][];
    const [text, values] = calls.find(([sql]) => typeof sql === "string" && sql.includes("reported")) ?? [];
    const { rows } = await api.database.pool.query(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Only Scan Backward using domain_reports_last .*\n.*Index Cond: .*domain = /);
  });

  test.each(["from=yesterday", "from=0000-01-01", "to=0000-12-31", "domain=ours.test"])(
    "%s is rejected with the name of the parameter",
    async (query) => {
      expect((await get(`/domains?${query}`)).problems).toEqual([query.split("=")[0]]);
    },
  );
});

test("reports of a removed domain are kept, and say that it no longer exists", async () => {
  await api.database.pool.query("DELETE FROM domains WHERE name = 'ours.test'");
  expect((await list("?domain=ours.test&limit=1")).reports[0].domain_exists).toBe(false);
  const { domains } = await list("/domains");
  expect(domains.map((row: Record<string, unknown>) => [row.domain, row.domain_exists])).toEqual([
    ["ours.test", false],
    ["second.test", true],
  ]);
});
