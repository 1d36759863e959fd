import type { Browser } from "playwright-core";
import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { openVisit, startBrowser } from "../test/harness/browser.ts";
import { adoptSession } from "../test/harness/browser-account.ts";
import { BROWSERS, findProgram } from "../test/harness/find-program.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { seedAllPages } from "../test/reference/seed-all-pages.ts";
import { median, type Row, round } from "./report.ts";

const WHAT = "dashboard: largest contentful paint, first load, slowest page";
/** A page without scripts: the time that the browser itself takes. */
const PLAIN_PAGE = "/docs/";

/** Runs in the browser, on a complete page. Resolves with the milliseconds since the navigation began. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;

/** Opens the main pages of a small account in turns, each with an empty cache. */
export async function measurePaint({ rounds }: { rounds: number }): Promise<Row[]> {
  if (!BROWSERS.some(findProgram))
    return [{ what: WHAT, value: null, unit: "ms", bar: null, behind: "needs Chromium" }];
  await using started = new AsyncDisposableStack();
  const posthouse = await startPosthouse({ roles: ["api"], env: { LOG_LEVEL: "warn" } });
  started.defer(() => stopAndRemove(posthouse));
  const browser = await startBrowser();
  started.defer(() => browser.close());
  const { baseUrl } = posthouse;
  const { email: owner, cookie, key } = await signUpAndCreateKey(posthouse);
  const world = { baseUrl, databaseUrl: posthouse.databaseUrl(), owner, cookie, key };
  const { email, contact } = await seedAllPages(world, { days: 2, volume: 1 });
  const pages = {
    overview: "/",
    emails: "/emails",
    email: `/emails/${email}`,
    contacts: "/contacts",
    contact: `/contacts/${contact}`,
    inbox: "/inbox",
    domains: "/domains",
    webhooks: "/webhooks",
    insights: "/insights",
    settings: "/settings",
  };
  const measured = Object.entries(pages).map(([name, path]) => ({ name, path, times: [] as number[] }));
  const plain = { path: PLAIN_PAGE, times: [] as number[] };
  for (let turn = 0; turn < rounds; turn += 1)
    for (const { path, times } of [...measured, plain])
      times.push(await paintOf(browser, { url: baseUrl + path, cookie }));
  const medians = measured.map(({ name, times }) => ({ name, ms: median(times) }));
  const plainMs = median(plain.times);
  const slowest = Math.max(...medians.map(({ ms }) => ms));
  return [
    {
      what: WHAT,
      value: slowest,
      unit: "ms",
      bar: { most: 500 },
      behind: `${medians.map(({ name, ms }) => `${name} ${round(ms)}`).join(", ")}; ${(slowest / plainMs).toFixed(1)} × a page without scripts (${round(plainMs)} ms)`,
    },
  ];
}

async function paintOf(browser: Browser, { url, cookie }: { url: string; cookie: string }): Promise<number> {
  const { page, close } = await openVisit(browser);
  await adoptSession(page.context(), new URL(url).origin, cookie);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const paint = await page.evaluate<number>(LARGEST_PAINT);
  await close();
  return paint;
}
