import axe from "axe-core";
import type { Page } from "playwright-core";
import { expectSoon } from "./browser-expect.ts";

/** WCAG 2.2, levels A and AA. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** `colours`: only rules that depend on the theme. */
type Extent = "all" | "colours";

/** Waits until fade-ins and colour transitions have ended, because contrast is low during them. Endless animations are ignored. */
const WHEN_ALL_IS_STILL = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`;

/** Old contents that wait for an update are faded, so their contrast is low too. */
const FADED = '.opacity-60[aria-busy="true"]';

/** The violations that axe-core finds on the page, a line for each element. Frames are left out, because they show foreign mail. */
export async function accessibilityFaults(page: Page, extent: Extent = "all"): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  await expectSoon(() => page.locator(FADED).count()).toBe(0);
  await page.evaluate(WHEN_ALL_IS_STILL);
  const runOnly = extent === "all" ? STANDARDS : ["color-contrast"];
  const options = { runOnly, iframes: false, resultTypes: ["violations"] };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary ?? ""}`),
  );
}

/** The number of pixels by which the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}
