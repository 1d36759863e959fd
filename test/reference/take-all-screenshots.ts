import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { openVisit, startBrowser } from "../harness/browser.ts";
import { adoptSession } from "../harness/browser-account.ts";
import { startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { allPages, EMPTY_PAGES, ENTRY_PAGES } from "./all-pages.ts";
import { seedAllPages } from "./seed-all-pages.ts";

const WIDTHS = [390, 768, 1440, 1920];
const THEMES = ["light", "dark"] as const;

export type Choice = { to: string; widths?: number[]; only?: string };

/** Takes a picture of every page, in both themes at four widths: `<to>/<page>-<width>-<theme>.png`. */
export async function takeAllScreenshots({ to, widths = WIDTHS, only }: Choice): Promise<void> {
  await mkdir(to, { recursive: true });
  // Without a worker, so that the history stays as it was written.
  const posthouse = await startPosthouse({ roles: ["api", "smtp"], env: { SIGNUPS: "open" } });
  const browser = await startBrowser();
  try {
    const { baseUrl } = posthouse;
    const empty = await signUpAndCreateKey(posthouse);
    const owner = await signUpAndCreateKey(posthouse);
    const seeded = await seedAllPages({
      baseUrl,
      databaseUrl: posthouse.databaseUrl(),
      owner: owner.email,
      cookie: owner.cookie,
      key: owner.key,
    });
    const pages = allPages({ ...seeded, ...(await emailsByStatus(baseUrl, owner.key)) });
    for (const theme of THEMES) {
      for (const [cookie, chosen] of [
        [owner.cookie, pages],
        [empty.cookie, EMPTY_PAGES],
        [null, ENTRY_PAGES],
      ] as const) {
        const { page, close } = await openVisit(browser, { colorScheme: theme, reducedMotion: "reduce" });
        if (cookie) await adoptSession(page.context(), baseUrl, cookie);
        for (const [name, path] of Object.entries(chosen)) {
          if (only && !name.includes(only)) continue;
          await takeAtWidths(page, {
            url: `${baseUrl}${path}`,
            widths,
            file: (width) => join(to, `${name}-${width}-${theme}.png`),
          });
        }
        await close();
      }
    }
  } finally {
    await browser.close();
    await stopAndRemove(posthouse);
  }
}

type Shot = { url: string; widths: number[]; file: (width: number) => string };

async function takeAtWidths(page: Page, { url, widths, file }: Shot): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.goto(url);
    await page.locator("h1").first().waitFor();
    await page
      .waitForFunction('document.querySelectorAll(".animate-shimmer").length === 0', null, {
        timeout: 15_000,
      })
      .catch(() => undefined);
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await page.screenshot({ path: file(width), animations: "disabled", fullPage: true });
  }
}

/** The newest email of each status that has a page of its own. */
async function emailsByStatus(baseUrl: string, key: string) {
  const newest = async (status: string) => {
    const path = `/api/v1/emails?limit=1&status=${status}`;
    const { body } = await callApi<{ emails: { id: string }[] }>(baseUrl, path, { key });
    return body.emails[0]?.id ?? "none";
  };
  return {
    bounced: await newest("bounced"),
    delivered: await newest("delivered"),
    captured: await newest("captured"),
  };
}
