import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { openVisit } from "../harness/browser.ts";
import { joinAs } from "../harness/browser-account.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { eventually } from "../harness/eventually.ts";

/** Every number of the dashboard, recounted from the account's events by SQL that the product does not share. */

const at = (outcome: string, name = outcome) => `${outcome}+${name}@simulator.posthouse.test`;
const CANCELED = { to: ["eve@example.org", "flo@example.org"], scheduled_at: "in 2 hours" };
/** The recipients of each email. */
const EMAILS: { to: string[]; [field: string]: unknown }[] = [
  { to: [at("delivered", "a"), at("delivered", "b")] },
  { to: [at("delivered", "c")] },
  { to: [at("delivered", "d"), at("bounced", "d")] },
  { to: [at("bounced", "e")] },
  { to: [at("complained", "f")] },
  { to: [at("deferred", "g"), at("deferred", "h")] },
  { to: [at("suppressed", "i")] },
  { to: [at("uncertain", "j")], on_uncertain: "hold" },
  { to: ["ada@example.org", "bob@example.org", "cyd@example.org"] },
  { to: ["late@example.org"], scheduled_at: "in 2 hours" },
  CANCELED,
];

/** Final outcomes of recipients. */
const FINAL = ["delivered", "bounced", "captured", "suppressed", "canceled", "expired"] as const;

let stage: Stage;
let page: Page;
let pool: pg.Pool;
let accountId: string;

beforeAll(async () => {
  stage = await openStage();
  page = stage.page;
  pool = new pg.Pool({ connectionString: stage.databaseUrl });
  const text = { subject: "Numbers", text: "Hello" };
  const [first] = EMAILS;
  // Mail of another account must be in no number.
  const other = await signUpAndCreateKey(stage.posthouse);
  await sendEmail(stage.baseUrl, other.key, { ...text, ...first });
  for (const email of EMAILS) {
    const id = await sendEmail(stage.baseUrl, stage.member.key, { ...text, ...email });
    if (email === CANCELED)
      await callApi(stage.baseUrl, `/api/v1/emails/${id}/cancel`, { method: "POST", key: stage.member.key });
  }
  accountId = await one<string>(
    "SELECT account_id FROM emails GROUP BY account_id ORDER BY count(*) DESC LIMIT 1",
  );
  await eventually(async () => {
    expect(await one("SELECT count(*)::integer FROM recipients WHERE state IN ('queued', 'sending')")).toBe(
      1,
    );
    expect(await countEvents("complained")).toBe(1);
  });
});
afterAll(async () => {
  await pool?.end();
  await stage?.close();
});
tellInChapters(() => page);

async function one<T = number>(sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await pool.query<unknown[]>({ text: sql, values, rowMode: "array" });
  return rows[0]?.[0] as T;
}

/** Events of a type, each counted. */
function countEvents(type: string): Promise<number> {
  return one("SELECT count(*)::integer FROM events WHERE account_id = $1 AND type = $2", [accountId, type]);
}

/** Each recipient's newest event that says where it is now. */
const NEWEST = `SELECT DISTINCT ON (email_id, position) email_id, position, type FROM events
  WHERE account_id = $1 AND type <> 'complained' ORDER BY email_id, position, id DESC`;

/** Recipients whose newest event is of this type. */
function countNow(type: string): Promise<number> {
  return one(`SELECT count(*)::integer FROM (${NEWEST}) newest WHERE type = $2`, [accountId, type]);
}

/** The figures of a card: the text of each label and its number. */
async function figuresOf(card: string, shown = page): Promise<Record<string, string>> {
  const pairs = await shown.evaluate<[string, string][]>(`
    [...document.querySelectorAll('[aria-label="${card}"] dl > div')].map((pair) => [
      pair.querySelector("dt").textContent, pair.querySelector("dd").textContent])`);
  return Object.fromEntries(pairs);
}

/** The totals of the chart's table, by column. Columns that the width hides are left out. */
async function totalsOfTable(): Promise<Record<string, string>> {
  const pairs = await page.evaluate<[string, string][]>(`(() => {
    const shown = (cells) => [...document.querySelectorAll(cells)].filter((cell) => cell.offsetParent !== null);
    const totals = shown("tfoot td");
    return shown("thead th").filter((head) => head.closest("table").tFoot).slice(1)
      .map((head, n) => [head.textContent, totals[n].textContent]);
  })()`);
  return Object.fromEntries(pairs);
}

test("the overview's numbers are those of the events", async () => {
  const accepted = await one("SELECT count(*)::integer FROM emails WHERE account_id = $1", [accountId]);
  const [delivered, bounced, captured, suppressed, canceled, expired, complained, deferred, uncertain] =
    await Promise.all([...FINAL, "complained", "deferred", "uncertain"].map(countEvents));
  expect({ accepted, delivered, bounced, captured, suppressed, canceled, expired, complained }).toEqual({
    accepted: EMAILS.length,
    delivered: 5,
    bounced: 2,
    captured: 3,
    suppressed: 1,
    canceled: 2,
    expired: 0,
    complained: 1,
  });
  await page.goto(`${stage.baseUrl}/`);
  const figures = {
    Accepted: String(accepted),
    // Rounded down to a tenth.
    "Delivery rate": "71.4%",
    "Complaint rate": "20%",
    Delivered: String(delivered),
    Captured: String(captured),
    Canceled: String(canceled),
    Suppressed: String(suppressed),
    Bounced: String(bounced),
    "Deferred attempts": String(deferred),
    "Spam reports": String(complained),
    "Uncertain attempts": String(uncertain),
  };
  await expectSoon(() => figuresOf("Last 14 days")).toEqual(figures);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Last 14 days", { exact: true }).getByText("Table").click();
  const { "Delivery rate": _rate, "Complaint rate": _complaints, ...counts } = figures;
  expect(await totalsOfTable()).toEqual({ ...counts, Expired: String(expired) });
});

test("the complaint rate is shown without complaints, and unknown without deliveries", async () => {
  const visit = await openVisit(stage.browser);
  const { key } = await joinAs(stage.posthouse, visit.page.context());
  const rate = async () => (await figuresOf("Last 14 days", visit.page))["Complaint rate"];
  await visit.page.goto(`${stage.baseUrl}/`);
  await expectSoon(rate).toBe("–");
  await sendEmail(stage.baseUrl, key, { to: at("delivered"), subject: "Numbers", text: "Hello" });
  await expectSoon(rate).toBe("0%");
  await visit.close();
});

test("today's bar is stacked as the events say, and its tooltip has their numbers", async () => {
  const counts = await Promise.all(FINAL.map(countEvents));
  const total = counts.reduce((sum, count) => sum + count, 0);
  await page.goto(`${stage.baseUrl}/`);
  const bars = page.getByRole("img", { name: /^Recipients of the last 14 days/ }).locator("[data-outcome]");
  await expectSoon(() => bars.count()).toBe(14 * FINAL.length);
  const heights = await page.evaluate<[string, number][]>(
    `[...document.querySelectorAll("[data-outcome]")].map((bar) => [bar.dataset.outcome, bar.offsetHeight])`,
  );
  const today = Object.fromEntries(heights.slice(-FINAL.length));
  const height = Object.values(today).reduce((sum, one) => sum + one, 0);
  expect(height).toBeGreaterThan(50);
  for (const [index, outcome] of FINAL.entries())
    expect(Math.abs((today[outcome] ?? 0) - ((counts[index] ?? 0) / total) * height), outcome).toBeLessThan(
      2,
    );
  for (const [outcome, earlier] of heights.slice(0, -FINAL.length)) expect(earlier, outcome).toBe(0);
  await bars.last().hover({ force: true, position: { x: 2, y: 0 } });
  await page.locator(".shadow-float dl").waitFor();
  const pairs = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll(".shadow-float dt")].map((term) =>
      [term.textContent, term.nextElementSibling.textContent])`,
  );
  expect(Object.fromEntries(pairs)).toEqual({
    Accepted: String(EMAILS.length),
    Delivered: "5",
    Captured: "3",
    Canceled: "2",
    Suppressed: "1",
    Bounced: "2",
    ...{ "Spam reports": "1", "Deferred attempts": String(await countEvents("deferred")) },
    "Uncertain attempts": String(await countEvents("uncertain")),
  });
});

test("the queue's numbers are the same on the overview and on its own page", async () => {
  const waiting = 0;
  const delayed = (await countNow("deferred")) + (await one(SCHEDULED, [accountId]));
  const uncertain = await countNow("uncertain");
  expect({ delayed, uncertain }).toEqual({ delayed: 3, uncertain: 1 });
  await page.goto(`${stage.baseUrl}/`);
  await expectSoon(() => figuresOf("Queue")).toEqual({
    "Queued waiting for a worker": String(waiting),
    "In flight sending": "0",
    "Due later scheduled, retrying": String(delayed),
    "Uncertain needs a decision": String(uncertain),
  });
  await page.goto(`${stage.baseUrl}/queue`);
  await expectSoon(() => figuresOf("Queue totals")).toEqual({
    "Queueddue now": String(waiting),
    "In flightsending": "0",
    "Due laterscheduled, retrying": String(delayed),
    "Uncertainneeds a decision": String(uncertain),
  });
});

test("the badge at Queue counts uncertain recipients, not those that are scheduled or retried", async () => {
  const uncertain = await countNow("uncertain");
  const link = (shown: Page) => shown.getByRole("link", { name: /^Queue/ });
  await page.goto(`${stage.baseUrl}/contacts`);
  await expectSoon(() => link(page).textContent()).toBe(`Queue${uncertain} uncertain`);
  const visit = await openVisit(stage.browser);
  await joinAs(stage.posthouse, visit.page.context());
  const loaded = visit.page.waitForResponse((response) => new URL(response.url()).pathname === "/api/queue");
  await visit.page.goto(`${stage.baseUrl}/contacts`);
  await loaded;
  await visit.page.getByRole("heading", { name: "No contacts yet" }).waitFor();
  expect(await link(visit.page).textContent()).toBe("Queue");
  await visit.close();
});

/** Recipients without any event: they were accepted and are not due yet. */
const SCHEDULED = `SELECT count(*)::integer FROM recipients r WHERE account_id = $1 AND NOT EXISTS (
  SELECT FROM events e WHERE e.account_id = $1 AND e.email_id = r.email_id AND e.position = r.position
    AND e.type NOT IN ('queued', 'accepted', 'scheduled'))`;

test.each([
  "delivered",
  "bounced",
  "captured",
  "suppressed",
  "canceled",
  "deferred",
  "uncertain",
  "complained",
  "partially_delivered",
])("the list of %s emails has as many as the events say", async (status) => {
  const count = await countEmails(status);
  expect(count).toBeGreaterThan(0);
  await expectEmails(`/emails?status=${status}`, count);
});

test("the list of all emails has as many as were accepted", async () => {
  await expectEmails(
    "/emails",
    await one("SELECT count(*)::integer FROM emails WHERE account_id = $1", [accountId]),
  );
});

async function expectEmails(path: string, count: number): Promise<void> {
  await openPath(page, stage.baseUrl, path);
  // Until then, the footer is that of the rows before.
  await expectSoon(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  const footer = page.getByRole("navigation", { name: "Pages" });
  await expectSoon(() => footer.textContent()).toBe(`${count} email${count === 1 ? "" : "s"}`);
}

/** Emails whose recipients all have this newest event. If they differ, the email is partially delivered. */
function countEmails(status: string): Promise<number> {
  if (status === "complained")
    return one(
      "SELECT count(DISTINCT email_id)::integer FROM events WHERE account_id = $1 AND type = 'complained'",
      [accountId],
    );
  const types = `SELECT array_agg(DISTINCT type) AS types FROM (${NEWEST}) newest GROUP BY email_id`;
  const matches = status === "partially_delivered" ? "cardinality(types) > 1" : `types = ARRAY['${status}']`;
  return one(`SELECT count(*)::integer FROM (${types}) email WHERE ${matches}`, [accountId]);
}
