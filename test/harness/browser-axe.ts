import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectSoon } from "./browser-expect.ts";
import { isFullSweep } from "./sweep.ts";

/** WCAG 2.2, levels A and AA. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A check takes a second, and contrast hardly depends on the width, so not each theme is checked at each width. */
const VIEWS = [
  { width: 1440, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
] as const;

/** How many pages were checked. */
let checks = 0;

/** Waits until fade-ins and color transitions have ended, because contrast is low during them. Endless animations are ignored. */
const WHEN_ALL_IS_STILL = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`;

/** Old contents that wait for an update are faded, so their contrast is low too. */
const FADED = '.opacity-60[aria-busy="true"]';

/** The violations that axe-core finds on the page, a line for each element. Frames are left out, because they show foreign mail. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const faded = page.locator(FADED);
  const options = { runOnly: STANDARDS, iframes: false, resultTypes: ["violations"] };
  let violations: axe.Result[];
  do {
    await expectSoon(() => faded.count()).toBe(0);
    await page.evaluate(WHEN_ALL_IS_STILL);
    ({ violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`));
    // An update may have begun meanwhile.
  } while ((await faded.count()) > 0);
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

/**
 * Checks that the page has no violations and does not scroll sideways, wide in the light theme and narrow in the dark one. Except
 * in a full sweep, violations are checked in one of the two, in turn.
 */
export async function expectAccessible(page: Page, name = "the page"): Promise<void> {
  const before = page.viewportSize();
  const turn = checks++ % VIEWS.length;
  for (const [n, { width, colorScheme }] of VIEWS.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    if (isFullSweep || n === turn)
      expect(await accessibilityFaults(page), `${name}, ${width} px, ${colorScheme}`).toEqual([]);
    expect(await overflowOf(page), `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}
