import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVisit } from "../harness/browser.ts";
import { adoptSession } from "../harness/browser-account.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { pathsOfPages } from "../harness/browser-routes.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { seedAllPages } from "../reference/seed-all-pages.ts";

/**
 * Document, scripts, styles and font, in Brotli, as over https. Browsers take it over http from their own machine too; from another
 * one they take gzip, which is 15 % more.
 */
const MAX_BYTES = 150_000;
/** The responses of the API for a small account. Repeated requests, such as of live lists, count once. */
const MAX_DATA_BYTES = 15_000;
/** Most of a page's time here is waiting until it has been quiet. */
const PAGES_AT_ONCE = 3;
/**
 * Fonts of letters beyond ASCII. Whether the data that a page shows has any depends on the order of the mail, and Chromium loads them for
 * all later pages of the tab, too. The pages of visitors show no data, and count them.
 */
const FONTS_OF_NAMES = /inter-latin/;
/** Less than this is not a whole page. */
const MIN_BYTES = 50_000;

/** The scripts of the other pages are loaded when the browser is idle, after the first page is usable. */
const NEVER_IDLE = "window.requestIdleCallback = () => 0";

let stage: Stage;
let parameters: Record<string, string>;

beforeAll(async () => {
  stage = await openStage({ roles: ["api"] });
  const { baseUrl, databaseUrl, member } = stage;
  const world = { baseUrl, databaseUrl, owner: member.email, cookie: member.cookie, key: member.key };
  const { domain, contact, webhook, email } = await seedAllPages(world, { days: 2, volume: 1 });
  parameters = { $domain: domain, $contactId: contact, $webhookId: webhook, $emailId: email };
});
afterAll(() => stage?.close());

/** A tab that loads everything again with each page, because a new context for each takes longer. */
async function openTab(cookie: string | null): Promise<Page> {
  const { page } = await openVisit(stage.browser);
  const context = page.context();
  if (cookie) await adoptSession(context, stage.baseUrl, cookie);
  await context.addInitScript(NEVER_IDLE);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  return page;
}

/** `sizes`: of each file and response, in bytes, largest first. */
type Load = { files: number; data: number; sizes: [path: string, bytes: number][] };

/** Runs in the browser. The sizes are those on the wire, compressed. */
const MEASURE = `(() => {
  const sizes = new Map(performance.getEntries().map(({ name, encodedBodySize = 0 }) => [name, encodedBodySize]));
  const load = { files: 0, data: 0, sizes: [...sizes].sort(([, a], [, b]) => b - a) };
  for (const [name, size] of sizes) load[name.includes("/api/") ? "data" : "files"] += size;
  return load;
})()`;

/** Null: the page leads to another one. */
async function loadPage(page: Page, path: string): Promise<Load | null> {
  await page.goto(stage.baseUrl + path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await expectSoon(() => page.locator('[aria-busy="true"], .animate-shimmer').count()).toBe(0);
  await page.waitForLoadState("networkidle");
  return new URL(page.url()).pathname === path ? await page.evaluate<Load>(MEASURE) : null;
}

async function pagesOverBudget(cookie: string | null, paths: string[]): Promise<string[]> {
  const over: string[] = [];
  const waiting = [...paths];
  const measureAll = async () => {
    const tab = await openTab(cookie);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const load = await loadPage(tab, path);
      if (load === null) continue;
      expect(load.files, path).toBeGreaterThan(MIN_BYTES);
      const ofNames = cookie ? load.sizes.filter(([file]) => FONTS_OF_NAMES.test(file)) : [];
      const files = ofNames.reduce((sum, [, bytes]) => sum - bytes, load.files);
      if (files > MAX_BYTES || load.data > MAX_DATA_BYTES) over.push(`${path} ${JSON.stringify(load)}`);
    }
    await tab.context().close();
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, measureAll));
  return over;
}

test("the files of each page are at most 150 kB when it is opened first", async () => {
  const paths = await pathsOfPages(stage.page, stage.baseUrl, parameters);
  expect(paths.length).toBeGreaterThan(20);
  expect((await pagesOverBudget(stage.member.cookie, paths)).join("\n")).toBe("");
});

test("the files of each page for visitors are at most 150 kB when it is opened first", async () => {
  expect((await pagesOverBudget(null, ["/signin", "/signup"])).join("\n")).toBe("");
});
