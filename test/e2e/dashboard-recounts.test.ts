import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { eventually } from "../harness/eventually.ts";
import { startWebhookReceiver } from "../harness/webhook-receiver.ts";

/** The numbers of the lists besides emails, and those of webhooks and health, recounted by SQL that the product does not share. */

const at = (outcome: string, name: string) => `${outcome}+${name}@simulator.posthouse.test`;
/** The first request to the webhook fails, and is retried after some seconds. */
const FAILING = 1;

let stage: Stage;
let page: Page;
let pool: pg.Pool;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let accountId: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver((_received, n) => ({ status: n <= FAILING ? 500 : 200 }));
  stage = await openStage({
    env: { WEBHOOKS_TO_PRIVATE: "on" },
    visit: { viewport: { width: 1440, height: 900 } },
  });
  page = stage.page;
  pool = new pg.Pool({ connectionString: stage.databaseUrl });
  accountId = await one<string>("SELECT account_id FROM api_keys LIMIT 1", []);
  // Another account's rows must be in no number.
  const other = await signUpAndCreateKey(stage.posthouse);
  await fill(other.key, 2);
  await post(stage.member.key, "/api/v1/webhooks", { url: receiver.url, types: ["email.captured"] });
  await fill(stage.member.key, 5);
  // Health is for operators.
  await pool.query("UPDATE people SET is_operator = true WHERE email = $1", [stage.member.email]);
  await eventually(async () => {
    expect(
      await one("SELECT count(*)::integer FROM recipients WHERE state IN ('queued', 'sending')", []),
    ).toBe(0);
    expect(receiver.received.length).toBeGreaterThanOrEqual(5);
  });
});
afterAll(async () => {
  await pool?.end();
  await stage?.close();
  await receiver?.close();
});
tellInChapters(() => page);

const post = (key: string, path: string, body: object) => callApi(stage.baseUrl, path, { key, body });

/** Emails of each outcome, contacts, suppressions and domains. */
async function fill(key: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const to = `reader-${n}@example.org`;
    await sendEmail(stage.baseUrl, key, { to, subject: `Captured ${n}`, text: "Hello" });
    await post(key, "/api/v1/contacts", { email: to, subscribed: n % 2 === 0 });
    await post(key, "/api/v1/suppressions", { address: `gone-${n}@example.net` });
    await post(key, "/api/v1/domains", { name: `d${n}-${key.slice(-4).toLowerCase()}.example` });
    // Refused, so that the log has failures.
    await post(key, "/api/v1/contacts", { email: "no address" });
  }
  for (const outcome of ["bounced", "complained"])
    await sendEmail(stage.baseUrl, key, { to: at(outcome, "x"), subject: outcome, text: "Hello" });
}

/** One value; `$1` is the account. */
async function one<T = number>(sql: string, values: unknown[] = [accountId]): Promise<T> {
  const { rows } = await pool.query<unknown[]>({ text: sql, values, rowMode: "array" });
  return rows[0]?.[0] as T;
}
const count = (from: string) => one(`SELECT count(*)::integer FROM ${from}`);

/** Opens a list and compares its footer and its rows with a number of the database. */
async function expectList(path: string, noun: string, expected: number): Promise<void> {
  await openPath(page, stage.baseUrl, path);
  // Until then, the footer is that of the rows before.
  await expectSoon(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  const footer = page.getByRole("navigation", { name: "Pages" });
  await expectSoon(() => footer.textContent()).toBe(`${expected} ${noun}${expected === 1 ? "" : "s"}`);
}

const CAPTURED = `(SELECT DISTINCT email_id FROM events WHERE account_id = $1 AND type = 'captured') captured`;

test("the inbox and its badge have as many messages as were captured", async () => {
  const captured = await count(CAPTURED);
  expect(captured).toBe(5);
  await page.goto(`${stage.baseUrl}/contacts`);
  const badge = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
  await expectSoon(() => badge.textContent()).toBe(`Inbox${captured} unread`);
  await expectList("/inbox", "message", captured);
  expect(await page.getByRole("list", { name: "Messages" }).getByRole("listitem").count()).toBe(captured);
  // Opening the inbox reads its first message.
  await page.getByRole("button", { name: `Unread ${captured - 1}` }).waitFor();
  await expectList("/inbox?subject=captured+3", "message", 1);
});

test("contacts and suppressions are counted, also with filters", async () => {
  const mine = "contacts WHERE account_id = $1";
  await expectList("/contacts", "contact", await count(mine));
  await expectList("/contacts?status=unsubscribed", "contact", await count(`${mine} AND NOT subscribed`));
  const added = "account_events WHERE account_id = $1 AND type = 'suppression.added'";
  await expectList("/suppressions", "suppression", await count(added));
  await expectList("/suppressions?search=gone-3", "suppression", 1);
});

test("the log of requests and its filter are counted", async () => {
  const logged = "api_requests WHERE account_id = $1";
  // 5 × 5 in the lists, 2 further emails, 1 webhook.
  await expectSoon(() => count(logged)).toBe(28);
  await expectList("/requests", "request", 28);
  await expectList("/requests?status=4xx", "request", await count(`${logged} AND status / 100 = 4`));
});

test("domains, keys and audit events are counted", async () => {
  await expectList("/domains", "domain", await count("domains WHERE account_id = $1"));
  await page.goto(`${stage.baseUrl}/domains?status=verified`);
  await page.getByRole("heading", { name: "No domains match" }).waitFor();
  await expectList("/keys", "key", await count("api_keys WHERE account_id = $1 AND revoked_at IS NULL"));
  const audited = "audit_events WHERE account_id = $1";
  await expectList("/settings/audit", "event", await count(audited));
  await expectList(
    "/settings/audit?action=domain",
    "event",
    await count(`${audited} AND action LIKE 'domain.%'`),
  );
});

test("a webhook's figures are those of the requests that the events caused", async () => {
  const captured = await count("events WHERE account_id = $1 AND type = 'captured'");
  const requests = captured + FAILING;
  await expectSoon(() => receiver.received.length).toBe(requests);
  await expectList("/webhooks", "webhook", await count("webhooks WHERE account_id = $1"));
  const success = `${Math.floor((captured / requests) * 1_000) / 10}%`;
  await expectSoon(() => page.locator("tbody tr").first().textContent()).toContain(success);
  await page.getByRole("link", { name: receiver.url }).click();
  const chart = page.getByRole("img", { name: /^Requests by hour/ });
  await expectSoon(() => chart.getAttribute("aria-label")).toBe(
    `Requests by hour: ${requests} in 24 hours, ${FAILING} failed`,
  );
  const figures = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll("main dl > div")].map((pair) => [pair.children[0].textContent, pair.children[1].textContent])`,
  );
  expect(Object.fromEntries(figures)).toMatchObject({ Success: success, Retrying: "0" });
  // Each event has a row, whatever its attempts.
  await expectSoon(() => page.getByRole("table", { name: "Log" }).locator("tbody tr").count()).toBe(captured);
});

test("the health page lists each process once, and the alerts that are open", async () => {
  await page.goto(`${stage.baseUrl}/health`);
  const processes = page.getByLabel("Processes", { exact: true }).getByRole("listitem");
  await processes.first().waitFor();
  await expectSoon(async () => {
    const alive = await one(
      "SELECT count(*)::integer FROM processes WHERE seen_at > now() - interval '30 seconds'",
      [],
    );
    return (await processes.count()) - alive;
  }).toBe(0);
  const open = await one("SELECT count(*)::integer FROM alerts WHERE closed_at IS NULL", []);
  const badge = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Health/ });
  const words = open === 1 ? "1 open alert" : `${open} open alerts`;
  await expectSoon(() => badge.textContent()).toBe(open === 0 ? "Health" : `Health${words}`);
});
