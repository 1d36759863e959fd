import type { BrowserContext, Page } from "playwright-core";

type Shift = { value: number; moved: string[] };

/** Runs in every document of a context. A shift right after a person's input is expected and does not count. */
const RECORD_SHIFTS = `
  self.layoutShifts = [];
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? element.tagName.toLowerCase() + " " + (element.textContent || element.className).trim().slice(0, 50) : "?";
  };
  const sizeOf = ({ previousRect: a, currentRect: b }) => " y " + a.top + " to " + b.top + ", height " + a.height + " to " + b.height;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) layoutShifts.push({ value, moved: sources.map((source) => nameOf(source.node) + sizeOf(source)) });
  }).observe({ type: "layout-shift", buffered: true });`;

/** Records the layout shifts of each document that the context opens from now on. */
export async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(RECORD_SHIFTS);
}

/** The layout shifts since the document was opened. */
export async function shiftsOf(page: Page): Promise<{ total: number; moved: string[] }> {
  const shifts = await page.evaluate<Shift[]>("layoutShifts");
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ value, moved }) => moved.map((what) => `${value.toFixed(3)}: ${what}`)),
  };
}
