import { afterAll, beforeAll, expect, test } from "vitest";
import { recordShifts, shiftsOf } from "../harness/browser-shifts.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

const PAGES = [
  "/emails",
  "/inbox",
  "/contacts",
  "/contacts?search=unknown",
  "/suppressions",
  "/domains",
  "/webhooks",
  "/requests",
  "/queue",
  "/routing",
  "/insights",
  "/reports",
];
/** Runs in the browser. */
const STROKES =
  "[...document.querySelectorAll('[viewBox=\"0 0 200 120\"] path')].map((path) => getComputedStyle(path).stroke)";
/** Half of what the Web Vitals call good. */
const MAX_SHIFT = 0.05;

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage();
  await recordShifts(stage.page.context());
});
afterAll(() => stage?.close());

const drawing = () => stage.page.locator('svg[viewBox="0 0 200 120"]').first();

test("each page without content has a drawing of its own, which screen readers skip", async () => {
  const seen = new Set<string>();
  for (const path of PAGES) {
    await stage.page.goto(stage.baseUrl + path);
    await drawing().waitFor();
    expect(await drawing().getAttribute("aria-hidden"), path).toBe("true");
    expect(await drawing().boundingBox(), path).toMatchObject({ width: 200, height: 120 });
    seen.add(await drawing().innerHTML());
    await stage.page.waitForLoadState("networkidle");
    expect((await shiftsOf(stage.page)).total, path).toBeLessThanOrEqual(MAX_SHIFT);
  }
  expect(seen.size).toBe(PAGES.length);
});

test.each(["light", "dark"] as const)("drawings have the gold of the %s theme", async (colorScheme) => {
  await stage.page.emulateMedia({ colorScheme });
  await stage.page.goto(`${stage.baseUrl}/emails`);
  await drawing().waitFor();
  const colors = await stage.page.evaluate<string[]>(STROKES);
  expect(colors).toContain(colorScheme === "light" ? "rgb(185, 120, 0)" : "rgb(242, 178, 58)");
  expect(new Set(colors).size).toBe(3);
});
