import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { firstIdAt } from "../../src/platform/ids/index.ts";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { openVisit, type Visit } from "../harness/browser.ts";
import { joinAs } from "../harness/browser-account.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { draftEmail, storeEmails } from "../harness/stored-email.ts";
import { until } from "../harness/until.ts";
import { bouncesOf, endedOf, type Outcomes, seedOutcomes } from "./seed-outcomes.ts";

let stage: Stage;
let page: Page;

type Totals = { totals: { recipients: number; outcome_captured: number } };

beforeAll(async () => {
  stage = await openStage();
  page = stage.page;
  const send = (from: string, stream: "transactional" | "bulk", count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        sendEmail(stage.baseUrl, stage.member.key, {
          ...{ from, to: `reader${n}@example.com`, subject: `${stream} from ${from}`, text: "Hello", stream },
        }),
      ),
    );
  await send("a@shop.test", "transactional", 3);
  await send("a@shop.test", "bulk", 2);
  // Another domain whose name begins alike.
  await send("a@shop.test.example", "bulk", 4);
  await addOlder();
  await until(
    async () => {
      const { body } = await callApi<Totals>(stage.baseUrl, "/api/metrics?from=2026-01-01", {
        cookie: stage.member.cookie,
      });
      return body.totals.outcome_captured === 10;
    },
    { what: "the figures" },
  );
});
afterAll(() => stage?.close());
tellInChapters(() => page);

/** One email more, accepted 30 hours ago: within two calendar days, and not within 24 hours. */
async function addOlder(): Promise<void> {
  const database = openDatabase(stage.databaseUrl, { max: 1 });
  try {
    const { rows } = await database.pool.query<{ account_id: string }>(
      "SELECT account_id FROM emails LIMIT 1",
    );
    const createdAt = new Date(Date.now() - 30 * 3_600_000);
    const email = draftEmail(rows[0]?.account_id ?? "", {
      ...{ from: "a@shop.test", to: "reader@example.com", subject: "Older", text: "Hello", stream: "bulk" },
    });
    const id = firstIdAt(createdAt).slice(0, 14) + email.id.slice(14);
    await storeEmails(database, [{ ...email, id, createdAt }]);
  } finally {
    await database.close();
  }
}

test.each([
  ["range=24h", 9],
  ["range=24h&stream=bulk", 6],
  ["range=24h&domain=shop.test", 5],
  ["range=24h&domain=shop.test&stream=bulk", 2],
  ["range=7d&domain=shop.test&stream=bulk", 3],
])(
  "the emails behind a number of Insights with %s are as many as the number says: %i",
  async (search, count) => {
    await page.goto(`${stage.baseUrl}/insights?${search}`);
    const flow = page.getByRole("region", { name: "Where mail went" });
    const link = flow.getByRole("link", { name: /^Captured/ });
    await expectSoon(() => link.textContent()).toBe(`Captured${count}100%`);
    await link.click();
    await page.getByRole("heading", { name: "Emails", level: 1 }).waitFor();
    await expectSoon(() => page.getByRole("row").filter({ hasText: "Captured" }).count()).toBe(count);
  },
);

/** Fails the requests whose URL the pattern matches, until it is called. */
async function failRequests(pattern: RegExp): Promise<() => Promise<void>> {
  const fail = (route: { fulfill: (response: object) => Promise<void> }) =>
    route.fulfill({
      status: 422,
      json: {
        error: { type: "invalid_request", code: "validation_failed", message: "The question failed." },
      },
    });
  await page.route(pattern, fail);
  return () => page.unroute(pattern, fail);
}

test.each([
  ["Why mail bounced", /dimensions=reason/],
  ["Mailbox providers", /dimensions=provider&/],
  ["Mailbox providers", /dimensions=period%2Cprovider/],
  ["Hours of the week", /dimensions=weekday/],
  ["DMARC alignment by source", /dmarc\/sources/],
])(
  "when the question of “%s” fails, the card says so and can be tried again, and the others are shown",
  async (title, pattern) => {
    const repair = await failRequests(pattern);
    await page.goto(`${stage.baseUrl}/insights?range=24h`);
    const card = page.getByRole("region", { name: title, exact: true });
    await card.getByText("The question failed.").waitFor();
    await page.getByRole("region", { name: "Where mail went" }).getByText("Captured").first().waitFor();
    await page.getByRole("region", { name: "Time to delivery" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
    // Nothing reconnects: the user tries again.
    await page.getByText("Auto-refresh").waitFor();
    await repair();
    await card.getByRole("button", { name: "Try again" }).click();
    await expectSoon(() => page.getByRole("alert").count()).toBe(0);
    await page.getByRole("region", { name: "Where mail went" }).getByText("Captured").first().waitFor();
  },
);

test("when the question of the figures fails, other cards are shown, and it can be tried again", async () => {
  const repair = await failRequests(/granularity=hour&dimensions=period&/);
  await page.goto(`${stage.baseUrl}/insights?range=24h`);
  await page.getByText("The question failed.").first().waitFor();
  await page.getByRole("region", { name: "Hours of the week" }).waitFor();
  await repair();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByRole("region", { name: "Where mail went" }).getByText("Captured").first().waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("when the comparison fails, the figures are shown without it", async () => {
  const repair = await failRequests(/metrics\?from=[^&]*&to=/);
  await page.goto(`${stage.baseUrl}/insights?range=24h`);
  await page.getByText("The comparison could not be loaded.").waitFor();
  await page.getByRole("region", { name: "Where mail went" }).getByText("Captured").first().waitFor();
  await repair();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The comparison could not be loaded.").waitFor({ state: "detached" });
});

describe("an account whose mail has known outcomes", () => {
  /** Ten minutes after a whole hour of the browser's clock. */
  const hoursAgo = (hours: number) => new Date(new Date(Date.now() - hours * 3_600_000).setMinutes(10, 0, 0));
  const [older, newer, dayBefore] = [hoursAgo(5), hoursAgo(3), hoursAgo(29)];
  const none = { bounced: {}, expired: 0, deferred: 0, complained: 0 };
  const gmail: Outcomes = {
    ...{ domain: "gmail.com", at: older, delivered: 30, afterMs: 2_000, expired: 0 },
    ...{ bounced: { no_such_user: 10 }, deferred: 6, complained: 3 },
  };
  const outlook: Outcomes = {
    ...{ ...none, domain: "hotmail.com", at: newer, delivered: 24, afterMs: 1_000 },
    bounced: { mailbox_full: 6 },
  };
  const firm: Outcomes = {
    ...{ ...none, domain: "firm.example", at: newer, delivered: 8, afterMs: 600_000 },
    ...{ expired: 2, deferred: 4 },
  };
  const now = [gmail, outlook, firm];
  /** The median delivery took twice as long, and the slowest half as long. */
  const before: Outcomes[] = [
    {
      ...{ ...none, domain: "gmail.com", at: dayBefore, delivered: 16, afterMs: 4_000 },
      bounced: { no_such_user: 2 },
    },
    { ...none, domain: "hotmail.com", at: dayBefore, delivered: 2, afterMs: 300_000 },
  ];
  const sum = (mail: Outcomes[], of: (outcomes: Outcomes) => number) =>
    mail.reduce((total, outcomes) => total + of(outcomes), 0);
  const delivered = (mail: Outcomes[]) => sum(mail, (outcomes) => outcomes.delivered);
  const share = (part: number, whole: number) => `${Number(((100 * part) / whole).toFixed(1))}%`;

  let visit: Visit;
  beforeAll(async () => {
    visit = await openVisit(stage.browser);
    page = visit.page;
    const { email, cookie } = await joinAs(stage.posthouse, page.context());
    await seedOutcomes(stage.databaseUrl, { owner: email, mail: [...now, ...before] });
    const all = { delivered: delivered([...now, ...before]), recipients: sum([...now, ...before], endedOf) };
    await until(
      async () => {
        const path = "/api/metrics?from=2026-01-01&metrics=delivered,recipients";
        const { body } = await callApi<{ totals: typeof all }>(stage.baseUrl, path, { cookie });
        return body.totals.delivered === all.delivered && body.totals.recipients === all.recipients;
      },
      { what: "the figures" },
    );
    await page.goto(`${stage.baseUrl}/insights?range=24h`);
    await region("Mailbox providers").waitFor();
  });
  afterAll(() => visit?.close());

  const region = (name: string) => page.getByRole("region", { name, exact: true });
  /** The cells of a card's table, without its head. */
  const rowsOf = async (title: string) => {
    const rows = await region(title).locator("tbody tr").all();
    return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
  };
  const showTable = (title: string) => region(title).getByTitle("Table").click();
  /** Roll-ups keep latencies in bins, so that the middle of a bin is shown. */
  const expectLatency = (text: string | undefined, ms: number) => {
    const [value, unit = ""] = text?.split(" ") ?? [];
    const shown = Number(value) * ({ ms: 1, s: 1_000, min: 60_000 }[unit] ?? Number.NaN);
    expect(Math.abs(shown - ms) / ms, `${text} for ${ms} ms`).toBeLessThan(0.1);
  };

  test("the rates are those of the mail, each with its change from the 24 hours before", async () => {
    await page.getByText("Compared with the 24 hours before", { exact: true }).first().waitFor();
    const figures = new Map<string, string[]>();
    for (const figure of await page.getByRole("main").locator("dl > div").all()) {
      const [label = "", ...values] = await figure.locator("dt, dd").allTextContents();
      figures.set(
        label,
        values.map((text) => text.replace(" compared with the 24 hours before", "")),
      );
    }
    const [ended, endedBefore] = [sum(now, endedOf), sum(before, endedOf)];
    const bounces = [sum(now, bouncesOf) / ended, sum(before, bouncesOf) / endedBefore] as const;
    const deliveries = [delivered(now) / ended, delivered(before) / endedBefore] as const;
    const points = ([is, was]: readonly [number, number]) =>
      `${is > was ? "+" : "−"}${Number(Math.abs(100 * (is - was)).toFixed(2))} pts`;
    const complaints = gmail.complained / delivered(now);
    expect(Object.fromEntries(figures)).toMatchObject({
      Recipients: [`${ended}`, `+${(100 * (ended - endedBefore)) / endedBefore}%`],
      "Delivery rate": [share(deliveries[0], 1), points(deliveries)],
      "Bounce rate": [share(bounces[0], 1), points(bounces)],
      "Complaint rate": [share(complaints, 1), points([complaints, 0])],
      "Median delivery": [expect.any(String), "−50%"],
      "95% within": [expect.any(String), "+100%"],
    });
    expectLatency(figures.get("Median delivery")?.[0], gmail.afterMs);
    expectLatency(figures.get("95% within")?.[0], firm.afterMs);
  });

  test("the matrix has each mailbox provider's deliveries, deferrals, bounces, spam reports and latencies, most mail first", async () => {
    const rows = await rowsOf("Mailbox providers");
    const counted = (count: number, whole: number) => (count === 0 ? "0" : `${count} ${share(count, whole)}`);
    const expected = [
      ["Gmail", gmail],
      ["Outlook", outlook],
      ["firm.example", firm],
    ] as const;
    expect(rows.map((cells) => cells.slice(0, 5))).toEqual(
      expected.map(([name, mail]) => [
        name,
        `${mail.delivered}`,
        counted(mail.deferred, mail.delivered + mail.deferred + bouncesOf(mail)),
        counted(bouncesOf(mail), endedOf(mail)),
        counted(mail.complained, mail.delivered),
      ]),
    );
    for (const [index, [, mail]] of expected.entries())
      for (const cell of rows[index]?.slice(5, 7) ?? []) expectLatency(cell, mail.afterMs);
    const ofDays = `Gmail: ${gmail.delivered + (before[0]?.delivered ?? 0)} delivered in 14 days`;
    await region("Mailbox providers").getByRole("img", { name: ofDays }).waitFor();
  });

  test("the reasons of bounces are words with their shares, and the table also has deferrals", async () => {
    const bounces = sum(now, bouncesOf);
    const [unknown, full] = [bouncesOf(gmail), bouncesOf(outlook)].map((count) => [
      `${count}`,
      share(count, bounces),
    ]) as [string[], string[]];
    expect(await region("Why mail bounced").locator("li > p").allTextContents()).toEqual([
      `The address does not exist${unknown.join(" ")}`,
      `The mailbox is full${full.join(" ")}`,
    ]);
    await showTable("Why mail bounced");
    expect(await rowsOf("Why mail bounced")).toEqual([
      ["The address does not exist", ...unknown, "0"],
      ["The mailbox is full", ...full, "0"],
      ["Greylisted; the retry usually succeeds", "0", "0%", `${gmail.deferred + firm.deferred}`],
    ]);
  });

  test("the rates of each hour have the numbers that they are made of", async () => {
    const hours = [[outlook, firm], [gmail]];
    const expected = (of: (mail: Outcomes) => number, whole: (mail: Outcomes) => number) =>
      hours.map((mail) => [
        expect.stringMatching(new RegExp(`, ${String(mail[0]?.at.getHours()).padStart(2, "0")}:00$`)),
        `${delivered(mail)}`,
        `${sum(mail, of)}`,
        share(sum(mail, of), sum(mail, whole)),
      ]);
    const withMail = async (title: string) => {
      await showTable(title);
      return (await rowsOf(title)).filter(([, count]) => count !== "0");
    };
    expect(await withMail("Bounce rate")).toEqual(expected(bouncesOf, endedOf));
    expect(await withMail("Complaint rate")).toEqual(
      expected(
        ({ complained }) => complained,
        (mail) => mail.delivered,
      ),
    );
  });

  /** Downloads a CSV file; returns its rows by the names of its columns. */
  async function exportFrom(within: Locator): Promise<Record<string, string>[]> {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      within.getByRole("button", { name: "Export" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("metrics.csv");
    return parse(await readFile(await download.path()), { columns: true, bom: true });
  }

  test("the exports have the same numbers: by period for the page, by provider for the matrix", async () => {
    const providers = await exportFrom(region("Mailbox providers"));
    const byProvider = [
      ["google.com", gmail],
      ["outlook.com", outlook],
      ["firm.example", firm],
    ] as const;
    for (const [provider, mail] of byProvider)
      expect(providers.find((row) => row.provider === provider)).toMatchObject({
        delivered: `${mail.delivered}`,
        bounced: `${bouncesOf(mail)}`,
        expired: `${mail.expired}`,
        deferred: `${mail.deferred}`,
        complained: `${mail.complained}`,
        bounce_rate: `${bouncesOf(mail) / endedOf(mail)}`,
      });
    const periods = await exportFrom(page.getByRole("main").locator("header").first());
    expect(periods.length).toBe(24);
    const withMail = periods.filter(({ recipients }) => recipients !== "0");
    expect(
      withMail.map(({ period = "", delivered: count, bounced }) => [Date.parse(period), count, bounced]),
    ).toEqual(
      [[gmail], [outlook, firm]].map((mail) => [
        (mail[0]?.at.getTime() ?? 0) - 600_000,
        `${delivered(mail)}`,
        `${sum(mail, bouncesOf)}`,
      ]),
    );
  });
});
