import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { overflowOf } from "../harness/browser-axe.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { seedHistory } from "../reference/seed-history.ts";

/** The boxes of tables: how dense the rows are, and what becomes of wide and narrow screens. */

let stage: Stage;
let page: Page;

beforeAll(async () => {
  // Without a worker, so that the history stays unchanged.
  stage = await openStage({ roles: ["api"] });
  page = stage.page;
  const { baseUrl, databaseUrl, member } = stage;
  await seedHistory(databaseUrl, { days: 2, owner: member.email });
  const create = (path: string, body: object) =>
    callApi(baseUrl, `/api/v1/${path}`, { key: member.key, body });
  await create("contacts", { email: "grace.hopper@example.com", name: "Grace Hopper" });
  await create("suppressions", { address: "grace.hopper@example.com" });
  await create("domains", { name: "shop.example" });
  await create("webhooks", { url: "https://hooks.example.com/posthouse", description: "Shop" });
});
afterAll(() => stage?.close());

const LISTS = [
  "/emails",
  "/contacts",
  "/suppressions",
  "/domains",
  "/keys",
  "/webhooks",
  "/requests",
  "/reports",
];

async function open(path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 1_000 });
  await openPath(page, stage.baseUrl, path);
  await page.locator('main table[aria-busy="false"] tbody tr').first().waitFor();
}

type Box = { left: number; right: number; height: number };
const boxesOf = (selector: string): Promise<Box[]> =>
  page.evaluate<Box[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const { left, right, height } = element.getBoundingClientRect();
    return { left, right, height };
  })`);

test.each(LISTS)("each row of %s is 36 px high plus its border", async (path) => {
  for (const width of [1280, 1920]) {
    await open(path, width);
    const heights = (await boxesOf("main tbody tr")).map(({ height }) => height);
    expect(Math.max(...heights), `${width} px`).toBeLessThanOrEqual(37);
    expect(Math.min(...heights), `${width} px`).toBeGreaterThanOrEqual(36);
  }
});

test("emails show their sender from 1,440 px on", async () => {
  const from = page.getByRole("columnheader", { name: "From" });
  await open("/emails", 1_400);
  expect(await from.count()).toBe(0);
  await open("/emails", 1_440);
  await from.waitFor();
  expect(await page.locator("main tbody tr").first().textContent()).toContain("Northwind");
});

test.each(LISTS)("the table of %s fills a screen of 1,920 px", async (path) => {
  await open(path, 1_920);
  const [table] = await boxesOf("main table");
  const [sidebar] = await boxesOf("aside");
  // Beside the sidebar, only the margins are free.
  const free = 1_920 - (sidebar?.right ?? 0);
  expect((table?.right ?? 0) - (table?.left ?? 0)).toBeGreaterThan(free - 100);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("subjects are readable at 768 px, and nothing scrolls sideways", async () => {
  await open("/emails", 768);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const subjects = await page.evaluate<{ text: string; shown: number; needed: number }[]>(`(() => {
    const column = [...document.querySelectorAll("main thead th")].findIndex((head) => head.textContent === "Subject");
    return [...document.querySelectorAll("main tbody tr")].map((row) => {
      const text = row.children[column].querySelector(".truncate");
      return { text: text.textContent, shown: text.clientWidth, needed: text.scrollWidth };
    });
  })()`);
  expect(subjects.length).toBeGreaterThan(10);
  // 24 characters, as in "Your receipt for order #1", or all of a shorter subject.
  for (const { text, shown, needed } of subjects)
    expect(shown, text).toBeGreaterThanOrEqual(Math.min(needed, 150));
});
