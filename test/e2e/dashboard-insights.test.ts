import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { firstIdAt } from "../../src/platform/ids/index.ts";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { draftEmail, storeEmails } from "../harness/stored-email.ts";
import { until } from "../harness/until.ts";

let stage: Stage;
let page: Page;

type Totals = { totals: { recipients: number; outcome_captured: number } };

beforeAll(async () => {
  stage = await openStage({ visit: { reducedMotion: "reduce" } });
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
