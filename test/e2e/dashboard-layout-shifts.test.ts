import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { openVisit } from "../harness/browser.ts";
import { adoptSession, signIn } from "../harness/browser-account.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { pathsOfPages } from "../harness/browser-routes.ts";
import { recordShifts, shiftsOf } from "../harness/browser-shifts.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { isFullSweep } from "../harness/sweep.ts";
import { seedAllPages } from "../reference/seed-all-pages.ts";

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

let stage: Stage;
/** Values for the parameters of paths. A page with a new parameter needs one here. */
let parameters: Record<string, string>;
/** Pages that have more content than the one that the parameters lead to. */
let morePaths: string[];

beforeAll(async () => {
  // Without a worker, so that the history stays unchanged.
  stage = await openStage({ roles: ["api"] });
  const { baseUrl, databaseUrl, member } = stage;
  const world = { baseUrl, databaseUrl, owner: member.email, cookie: member.cookie, key: member.key };
  const { domain, contact, webhook, email } = await seedAllPages(world, { days: 2, volume: 2 });
  parameters = { $domain: domain, $contactId: contact, $webhookId: webhook, $emailId: email };
  morePaths = await Promise.all(
    ["bounced", "delivered", "captured"].map(async (status) => {
      const path = `/api/v1/emails?limit=1&status=${status}`;
      const { body } = await callApi<{ emails: { id: string }[] }>(baseUrl, path, { key: member.key });
      return `/emails/${body.emails[0]?.id}`;
    }),
  );
});
afterAll(() => stage?.close());

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

/** Except in a full sweep, each page is loaded at one of the widths. */
const isAtThisWidth = (page: number, viewport: (typeof VIEWPORTS)[number]) =>
  isFullSweep || page % VIEWPORTS.length === VIEWPORTS.indexOf(viewport);

test.each(VIEWPORTS)(
  "no page shifts while it loads, at $width px (`npm run prove -- --only sweeps` for each page at each width)",
  async (viewport) => {
    const context = await slowContext(viewport);
    await adoptSession(context, stage.baseUrl, stage.member.cookie);
    const paths = await pathsOfPages(stage.page, stage.baseUrl, parameters);
    expect(paths).toContain(`/domains/${parameters.$domain}`);
    expect(paths.length).toBeGreaterThan(20);
    const chosen = [...paths, ...morePaths].filter((_, page) => isAtThisWidth(page, viewport));
    expect((await shiftingPages(context, chosen)).join("\n")).toBe("");
    await context.close();
  },
);

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
