import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { openVisit } from "../harness/browser.ts";
import { adoptSession, signIn } from "../harness/browser-account.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { recordShifts, shiftsOf } from "../harness/browser-shifts.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/database.ts";
import { seedHistory } from "../reference/seed-history.ts";

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** Half of what the Web Vitals call good. */
const MAX_SHIFT = 0.05;
/**
 * Every response takes 120 ms, so that each page is painted before its data is there, as over a real network. Requests that playwright
 * delays would not be cached.
 */
const SLOW_REQUESTS = `
  const fetchAtOnce = self.fetch;
  self.fetch = async (...request) => {
    await new Promise((done) => setTimeout(done, 120));
    return await fetchAtOnce(...request);
  };`;
/** Most of a page's time here is waiting: for the slow responses, and until it has been quiet. */
const PAGES_AT_ONCE = 3;
const DOMAIN = "shop.example";

let stage: Stage;
/** Values for the parameters of paths. A page with a new parameter needs a row here. */
const parameters: Record<string, string> = { $domain: DOMAIN };

beforeAll(async () => {
  // Without a worker, so that the history stays unchanged.
  stage = await openStage({ roles: ["api"] });
  const { baseUrl, databaseUrl, member } = stage;
  await runSql(databaseUrl, "UPDATE people SET is_operator = true");
  await seedHistory(databaseUrl, { days: 2, owner: member.email });
  const create = async (path: string, body: unknown) =>
    (await callApi<{ id: string }>(baseUrl, `/api/v1/${path}`, { key: member.key, body })).body;
  await create("domains", { name: DOMAIN });
  await create("suppressions", { address: "grace.hopper@example.com" });
  await create("relays", { name: "Main", url: "smtp://smtp.example.net:587" });
  const contact = await create("contacts", {
    email: "grace.hopper@example.com",
    properties: { plan: "pro" },
  });
  parameters.$contactId = contact.id;
  const webhook = await create("webhooks", { url: "https://hooks.example.com/posthouse" });
  parameters.$webhookId = webhook.id;
  parameters.$emailId = await sendEmail(baseUrl, member.key, {
    to: "ada@example.com",
    subject: "Welcome",
    html: "<h1>Welcome</h1>",
    tags: [{ name: "kind", value: "welcome" }],
    scheduled_at: "in 26 hours",
  });
});
afterAll(() => stage?.close());

/** The paths of all pages, as the dashboard's router has them. */
async function pathsOfPages(): Promise<string[]> {
  await stage.page.goto(stage.baseUrl);
  await stage.page.locator("h1").first().waitFor();
  const patterns = await stage.page.evaluate<string[]>("Object.keys(__TSR_ROUTER__.routesByPath)");
  return patterns.map((pattern) =>
    pattern
      .split("/")
      .map((part) => (part === "$" ? "no-such-page" : part.startsWith("$") ? parameterValue(part) : part))
      .join("/"),
  );
}

function parameterValue(parameter: string): string {
  const value = parameters[parameter];
  if (!value) throw new Error(`${parameter} has no value: add one to the parameters above`);
  return value;
}

/** The pages that shift by more than the bound, with what moved. One tab opens many of them, because a new tab costs three times as much. */
async function shiftingPages(context: BrowserContext, paths: string[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...paths];
  const openAll = async () => {
    const tab = await context.newPage();
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      faults.push(...(await shiftsOfPage(tab, path)));
    }
    await tab.close();
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, openAll));
  return faults;
}

async function shiftsOfPage(tab: Page, path: string): Promise<string[]> {
  await tab.goto(`${stage.baseUrl}${path}`);
  await tab.locator("h1").first().waitFor();
  // The target of a redirect is tested separately.
  if (new URL(tab.url()).pathname !== path) return [];
  await expectSoon(() => tab.locator('[aria-busy="true"], .animate-shimmer').count()).toBe(0);
  await tab.waitForLoadState("networkidle");
  const { total, moved } = await shiftsOf(tab);
  if (total <= MAX_SHIFT) return [];
  return [`${path} shifts by ${total.toFixed(3)}\n  ${moved.join("\n  ")}`];
}

async function slowContext(viewport: { width: number; height: number }): Promise<BrowserContext> {
  const { page } = await openVisit(stage.browser, { viewport });
  const context = page.context();
  await recordShifts(context);
  await context.addInitScript(SLOW_REQUESTS);
  return context;
}

test.each(VIEWPORTS)("no page shifts while it loads, at $width px", async (viewport) => {
  const context = await slowContext(viewport);
  await adoptSession(context, stage.baseUrl, stage.member.cookie);
  const paths = await pathsOfPages();
  expect(paths).toContain(`/domains/${DOMAIN}`);
  expect(paths.length).toBeGreaterThan(20);
  expect((await shiftingPages(context, paths)).join("\n")).toBe("");
  await context.close();
});

test.each(VIEWPORTS)("no page for visitors shifts while it loads, at $width px", async (viewport) => {
  const context = await slowContext(viewport);
  const shifting = await shiftingPages(context, ["/signin", "/signup"]);
  const page = await context.newPage();
  await signIn(page, stage.baseUrl, { email: "admin@example.com", password: "posthouse" });
  await page.close();
  shifting.push(...(await shiftingPages(context, ["/change-password"])));
  expect(shifting.join("\n")).toBe("");
  await context.close();
});
