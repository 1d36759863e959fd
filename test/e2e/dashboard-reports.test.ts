import { readFile } from "node:fs/promises";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

/** The page of DMARC and TLS reports. Its numbers are recounted by SQL that the product does not share. */

let stage: Stage;
let page: Page;
let pool: pg.Pool;
let accountId: string;

beforeAll(async () => {
  stage = await openStage({
    roles: ["api"],
    visit: { timezoneId: "UTC", viewport: { width: 1440, height: 900 } },
  });
  page = stage.page;
  pool = new pg.Pool({ connectionString: stage.databaseUrl });
  accountId = (await pool.query("SELECT account_id FROM api_keys")).rows[0].account_id;
  await signUpAndCreateKey(stage.posthouse);
});
afterAll(async () => {
  await pool?.end();
  await stage?.close();
});
tellInChapters(() => page);

/** For every account, so that another one's reports would be seen: 40 days of two domains, from two receivers and in two kinds. */
const REPORT = `WITH reports AS (
    SELECT account_id, domain, kind, reporter, (now() AT TIME ZONE 'UTC')::date - n AS day, n, messages, messages - failed AS passed
    FROM (SELECT DISTINCT account_id FROM api_keys) accounts CROSS JOIN generate_series(1, 40) n CROSS JOIN (VALUES
      ('shop.example', 'dmarc', 'google.com', 1200, 17), ('shop.example', 'dmarc', 'Yahoo', 80, 80),
      ('shop.example', 'tls', 'google.com', 90, 3), ('quiet.example', 'dmarc', 'google.com', 5, 0))
      AS r (domain, kind, reporter, messages, failed)
    WHERE domain = 'shop.example' OR n > 10
  ), days AS (
    INSERT INTO domain_report_days (account_id, domain, day, kind, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected)
    SELECT account_id, domain, day, kind, CASE kind WHEN 'tls' THEN 'sts' ELSE reporter END, messages, passed, 0, 0, 0, 0 FROM reports
  )
  INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id, day, messages, passed)
  SELECT account_id, domain, kind, reporter, day::text, day + 1,
    event_id(now() - make_interval(days => n - 1, mins => 1), uuid_send(gen_random_uuid())), day, messages, passed FROM reports`;

/** The first column of the first row; `$1` is the account. */
async function one<T = number>(sql: string): Promise<T> {
  const { rows } = await pool.query<unknown[]>({ text: sql, values: [accountId], rowMode: "array" });
  return rows[0]?.[0] as T;
}
const countReports = (where = "true") =>
  one(`SELECT count(*)::integer FROM domain_reports WHERE account_id = $1 AND ${where}`);

const table = (name: string) => page.getByRole("table", { name, exact: true });
const rowsOf = (name: string) => table(name).locator("tbody tr");
const textsOf = (name: string) =>
  rowsOf(name).evaluateAll((rows) =>
    (rows as unknown as { cells: ArrayLike<{ innerText: string }> }[]).map(({ cells }) =>
      Array.from(cells, ({ innerText }) => innerText),
    ),
  );
const footer = () => page.getByRole("navigation", { name: "Pages" }).locator("span").first().textContent();
const open = (query = "") => openPath(page, stage.baseUrl, `/reports${query}`);
/** Without what the dashboard has cached. */
const load = (query = "") => page.goto(`${stage.baseUrl}/reports${query}`);

describe("before the first report", () => {
  test("the page names the records that request reports, and leads to the domains", async () => {
    await open();
    await page.getByRole("heading", { name: "No reports yet" }).waitFor();
    const main = await page.getByRole("main").innerText();
    expect(main).toContain("_dmarc.example.com");
    expect(main).toContain("v=TLSRPTv1; rua=mailto:");
    expect(await page.getByRole("button", { name: "Export" }).count()).toBe(0);
    await expectAccessible(page, "no reports");
    await page.getByRole("link", { name: "Show domains" }).click();
    await page.getByRole("heading", { name: "Domains", level: 1 }).waitFor();
  });
});

describe("with reports", () => {
  beforeAll(async () => {
    await pool.query(REPORT);
    for (const name of ["shop.example", "quiet.example"])
      await callApi(stage.baseUrl, "/api/v1/domains", { key: stage.member.key, body: { name } });
    await page.reload();
  });

  /** The row of a domain, from the table of sums. */
  async function recount(domain: string, where: string): Promise<string[]> {
    const sums = `FROM domain_report_days WHERE account_id = $1 AND domain = '${domain}' AND ${where} AND kind`;
    const messages = await one(`SELECT coalesce(sum(messages), 0)::integer ${sums} = 'dmarc'`);
    const passed = await one(`SELECT coalesce(sum(passed), 0)::integer ${sums} = 'dmarc'`);
    const sources = await one(`SELECT count(DISTINCT source)::integer ${sums} = 'dmarc'`);
    const sessions = await one(`SELECT coalesce(sum(messages), 0)::integer ${sums} = 'tls'`);
    const failed = await one(`SELECT coalesce(sum(messages - passed), 0)::integer ${sums} = 'tls'`);
    // A share below 100% is never shown as 100%.
    const share = messages === 0 ? "–" : `${Math.floor((passed / messages) * 1_000) / 10}%`;
    return [
      domain,
      ...[messages, share, sources, sessions, failed].map((value) => value.toLocaleString("en")),
    ];
  }

  test.each([
    ["", "day > current_date - 30"],
    ["?range=7d", "day > current_date - 7"],
    ["?range=90d", "true"],
  ])("the sums by domain with “%s” are those of the table", async (query, where) => {
    await open(query);
    const shown = async () => (await textsOf("Reports by domain")).map((cells) => cells.slice(0, 6));
    await expectSoon(shown).toEqual([
      await recount("shop.example", where),
      await recount("quiet.example", where),
    ]);
  });

  test("a range of days can be chosen, and is in the address", async () => {
    await open();
    await page.getByRole("combobox", { name: "Search reports" }).waitFor();
    await page.evaluate(`document.querySelector('[aria-label="Search reports"]').dataset.mark = ""`);
    await page.getByLabel("Range").selectOption({ label: "Last 7 days" });
    await expectSoon(() => page.url()).toContain("range=7d");
    await expectSoon(async () => (await textsOf("Reports by domain"))[1]?.[1]).toBe("0");
    // The list of reports does not depend on the range, and stays.
    expect(await page.locator("[data-mark]").count()).toBe(1);
    // The last report of a domain is shown, also when it is about another day.
    expect((await textsOf("Reports by domain"))[1]?.[6]).toBe("10 days ago");
    await page.getByLabel("Range").selectOption({ label: "Custom days" });
    const day = await one<string>("SELECT to_char(current_date - 20, 'YYYY-MM-DD') WHERE $1::text <> ''");
    await page.getByLabel("First day").fill(day);
    // Not a range: the text stays, and the field says why it is not applied.
    await page.getByLabel("Last day").fill("2020-01-01");
    await page.getByLabel("Last day").press("Enter");
    await page.getByText("The last day must be on or after the first day.").waitFor();
    expect(await page.getByLabel("Last day").inputValue()).toBe("2020-01-01");
    expect(await page.getByLabel("Last day").getAttribute("aria-invalid")).toBe("true");
    expect(page.url()).not.toContain("2020-01-01");
    await page.getByLabel("Last day").fill(day);
    expect(await page.getByLabel("Last day").getAttribute("aria-invalid")).toBeNull();
    const expected = await recount("quiet.example", `day = '${day}'`);
    await expectSoon(async () => (await textsOf("Reports by domain"))[1]?.slice(0, 6)).toEqual(expected);
  });

  test("the reports are listed newest first, page by page, each with its own figures", async () => {
    const total = await countReports();
    await open();
    await expectSoon(footer).toBe(`1–25 of ${total} reports`);
    const newest = await one<string>("SELECT max(day)::text FROM domain_reports WHERE account_id = $1");
    const first = await textsOf("Received reports");
    expect(first[0]?.slice(0, 1)).toEqual(["shop.example"]);
    const ofNewestDay = first
      .filter((cells) => cells[4] === newest)
      .map((cells) => cells.slice(1, 7).join(" · "));
    expect(ofNewestDay.sort()).toEqual([
      `DMARC · Yahoo · ${newest} · ${newest} · 80 · 80 of 80 not aligned`,
      `DMARC · google.com · ${newest} · ${newest} · 1,200 · 17 of 1,200 not aligned`,
      `TLS · google.com · ${newest} · ${newest} · 90 sessions · 3 of 90 failed`,
    ]);
    const days = first.map((cells) => cells[4] ?? "");
    expect(days).toEqual(days.toSorted().reverse());
    await page.getByRole("link", { name: "Next page" }).click();
    await expectSoon(footer).toBe(`26–50 of ${total} reports`);
    await page.getByRole("link", { name: "Previous page" }).click();
    await expectSoon(footer).toBe(`1–25 of ${total} reports`);
  });

  test.each([
    ["kind:tls", "kind = 'tls'"],
    ["domain:quiet.example", "domain = 'quiet.example'"],
    ["reporter:yahoo", "reporter = 'Yahoo'"],
    ["quiet", "domain = 'quiet.example'"],
    [
      "domain:shop.example kind:dmarc after:5d",
      "domain = 'shop.example' AND kind = 'dmarc' AND day >= current_date - 6",
    ],
  ])("the search box with %s counts the reports that the table has", async (text, where) => {
    await open();
    await page.getByRole("combobox", { name: "Search reports" }).fill(text);
    const count = await countReports(where);
    expect(count).toBeGreaterThan(0);
    await expectSoon(footer).toBe(count > 25 ? `1–25 of ${count} reports` : `${count} reports`);
  });

  test("without a match, the filters can be cleared, and the range stays", async () => {
    await open("?range=7d&search=nothing-like-this");
    await page.getByRole("heading", { name: "No reports match" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectSoon(footer).toContain("1–25 of");
    expect(new URL(page.url()).search).toBe("?range=7d");
  });

  test("the export has the reports that match", async () => {
    await open("?kind=tls");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("reports.csv");
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines.length - 1).toBe(await countReports("kind = 'tls'"));
  });

  test("by keyboard: g p opens the page, j and k move through its rows, Enter opens the domain with its sources", async () => {
    await openPath(page, stage.baseUrl, "/domains");
    await page.locator("main").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
    await rowsOf("Received reports").nth(24).waitFor();
    const focused = () => page.evaluate<string>("document.activeElement.closest('tr')?.innerText ?? ''");
    for (const key of "jjjk") await page.keyboard.press(key);
    expect(await focused()).toContain("quiet.example");
    await page.keyboard.press("j");
    expect(await focused()).toContain("shop.example");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "shop.example", level: 1 }).waitFor();
    await page.getByRole("list", { name: "Reports" }).getByText("1,200 messages").first().waitFor();
  });

  test.each([
    ["the sums", /reports\/domains/, "By domain", "Received reports"],
    ["the list", /reports\?limit=25/, "Received reports", "By domain"],
  ])(
    "when loading %s fails, that part says so and can be tried again, and the other is shown",
    async (_, pattern, failing, other) => {
      await page.route(pattern, (route) =>
        route.fulfill({ status: 422, json: { error: { code: "oops", message: "The question failed." } } }),
      );
      await load();
      const part = page.getByRole("region", { name: failing, exact: true });
      await part.getByText("The question failed.").waitFor();
      await page
        .getByRole("region", { name: other, exact: true })
        .getByText("shop.example")
        .first()
        .waitFor();
      await page.unroute(pattern);
      await part.getByRole("button", { name: "Try again" }).click();
      await part.getByText("shop.example").first().waitFor();
      await page
        .getByRole("region", { name: other, exact: true })
        .getByText("shop.example")
        .first()
        .waitFor();
    },
  );

  test("the page can be read in both themes, on a phone too", async () => {
    await open();
    await rowsOf("Received reports").nth(24).waitFor();
    await expectAccessible(page, "the reports");
  });

  test("one message and one session are singular, and long names are in their titles", async () => {
    const values = "SELECT $1::uuid AS account_id, 'tiny.example' AS domain";
    const names = {
      reporter: "Reports of Receiver with a long name",
      id: "2026.11.28.reports-of-receiver@example",
    };
    await pool.query(
      `INSERT INTO domain_report_days (account_id, domain, day, kind, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected)
       SELECT t.*, current_date - 1, kind, 'x', 1, passed, 0, 0, 0, 0 FROM (${values}) t, (VALUES ('dmarc', 1), ('tls', 0)) v (kind, passed)`,
      [accountId],
    );
    await pool.query(
      `INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id, day, messages, passed)
       SELECT t.*, 'tls', $2, $3, now(), event_id(now(), uuid_send(gen_random_uuid())), current_date - 1, 1, 0 FROM (${values}) t`,
      [accountId, names.reporter, names.id],
    );
    await load("?search=reports-of-receiver");
    await expectSoon(footer).toBe("1 report");
    expect((await textsOf("Received reports"))[0]?.[5]).toBe("1 session");
    for (const name of [names.reporter, names.id])
      expect(await table("Received reports").getByTitle(name).filter({ visible: true }).innerText()).toBe(
        name,
      );
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSoon(() => rowsOf("Reports by domain").filter({ hasText: "tiny" }).innerText()).toBe(
      "tiny.example\n1 message, 100% aligned\n1 source · 1 failed TLS session",
    );
    await table("Received reports").getByText(names.id).filter({ visible: true }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const name of ["domain_reports", "domain_report_days"])
      await pool.query(`DELETE FROM ${name} WHERE domain = 'tiny.example'`);
  });

  test("a removed domain is listed without a link, because it has no page", async () => {
    await pool.query("DELETE FROM domains WHERE account_id = $1 AND name = 'quiet.example'", [accountId]);
    await load("?domain=quiet.example");
    await rowsOf("Received reports").filter({ hasText: "quiet.example" }).nth(24).waitFor();
    expect(await rowsOf("Received reports").getByRole("link").count()).toBe(0);
    expect(await rowsOf("Reports by domain").getByRole("link").allInnerTexts()).toEqual(["shop.example"]);
  });

  test("with more than 100 domains, those with the most messages are listed, and the page says so", async () => {
    const section = page.getByRole("region", { name: "By domain", exact: true });
    expect(await section.innerText()).not.toContain("The 100 domains");
    await pool.query(
      `INSERT INTO domain_report_days (account_id, domain, day, kind, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected)
       SELECT $1, 'd' || n || '.example', current_date - 1, 'dmarc', '192.0.2.1', n, n, n, n, 0, 0 FROM generate_series(1, 100) n`,
      [accountId],
    );
    await load();
    await section.getByText("The 100 domains with the most messages and sessions.").waitFor();
    expect(await rowsOf("Reports by domain").count()).toBe(100);
    await pool.query("DELETE FROM domain_report_days WHERE domain ~ '^d[0-9]+\\.example$'");
  });

  test("after reports stopped, their sums are still found by range", async () => {
    const moved = await one<string>("SELECT to_char(current_date - 101, 'YYYY-MM-DD') WHERE $1::text <> ''");
    await pool.query("DELETE FROM domain_reports");
    await pool.query("UPDATE domain_report_days SET day = day - 100");
    await load();
    await page.getByRole("heading", { name: "No reports in the last 90 days" }).waitFor();
    const shop = async () => (await textsOf("Reports by domain"))[1];
    expect(await shop()).toEqual(["shop.example", "0", "–", "0", "0", "0", "Over 90 days ago"]);
    await page.getByLabel("Range").selectOption({ label: "Custom days" });
    await page.getByLabel("First day").fill(moved);
    await page.getByLabel("Last day").fill(moved);
    await expectSoon(async () => (await textsOf("Reports by domain"))[0]?.slice(0, 2)).toEqual([
      "shop.example",
      "1,280",
    ]);
  });

  test("no page violated its policy or threw (K5)", () => {
    expect(stage.visit.watch.faults).toEqual([]);
  });
});
