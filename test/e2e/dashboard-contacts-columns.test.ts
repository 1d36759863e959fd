import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible, overflowOf } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

let stage: SharedStage;
let page: Page;

beforeAll(async () => {
  stage = await openSharedStage();
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const table = () => page.getByRole("table", { name: "Contacts" });
const headers = async () => (await table().getByRole("columnheader").allInnerTexts()).filter(Boolean);
const item = (name: string) => page.getByRole("menuitemcheckbox", { name, exact: true });

test("the menu offers the most used properties first, and shows chosen ones as columns", async () => {
  const contacts = [
    { plan: "pro", city: "Berlin", seats: 5 },
    { plan: "free", city: "Paris" },
    { plan: "free", tags: ["a", { deep: true }], "<b>&": "<i>" },
  ];
  for (const [n, properties] of contacts.entries()) {
    const body = { email: `reader-${n}@example.com`, properties };
    const { status } = await callApi(stage.baseUrl, "/api/v1/contacts", { key: stage.member.key, body });
    expect(status).toBe(201);
  }
  await page.goto(`${stage.baseUrl}/contacts`);
  await table().getByText("reader-0@example.com").waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await item("plan").waitFor();
  expect(await page.getByRole("menuitemcheckbox").allInnerTexts()).toEqual([
    "plan",
    "city",
    "<b>&",
    "seats",
    "tags",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const name of ["plan", "seats", "tags", "<b>&"]) await item(name).click();
  await page.keyboard.press("Escape");
  expect(await headers()).toEqual([
    "Email",
    "Name",
    "plan",
    "seats",
    "tags",
    "<b>&",
    "Status",
    "Added",
    "Actions",
  ]);
  const row = table().getByRole("row").filter({ hasText: "reader-2@" });
  expect(await row.getByRole("cell").allInnerTexts()).toEqual(
    expect.arrayContaining(["free", "–", '["a",{"deep":true}]', "<i>"]),
  );
});

test("columns are kept in the browser, and removed by keyboard", async () => {
  await page.reload();
  await table().getByText("reader-0@example.com").waitFor();
  await expectSoon(headers).toEqual([
    "Email",
    "Name",
    "plan",
    "seats",
    "tags",
    "<b>&",
    "Status",
    "Added",
    "Actions",
  ]);
  await page.getByRole("button", { name: "Columns" }).focus();
  await page.keyboard.press("Enter");
  await item("plan").waitFor();
  expect(await item("plan").isChecked()).toBe(true);
  await page.locator('[role="menu"]:focus-within').waitFor();
  // The menu focuses its first item only if the properties are there when it opens.
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expectSoon(() => item("plan").isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await expectSoon(headers).toEqual(["Email", "Name", "seats", "tags", "<b>&", "Status", "Added", "Actions"]);
});

const propertiesPath = "**/api/contacts/properties";

test("columns that no contact uses keep their place in the menu after a click", async () => {
  const body = { properties: { plan: "free" } };
  const path = "/api/v1/contacts/reader-2@example.com";
  await callApi(stage.baseUrl, path, { key: stage.member.key, body, method: "PATCH" });
  await page.reload();
  await table().getByText("reader-0@example.com").waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await item("plan").waitFor();
  const items = () => page.getByRole("menuitemcheckbox").allInnerTexts();
  const before = await items();
  expect(before.slice(0, 2)).toEqual(["tags", "<b>&"]);
  await item("tags").click();
  await expectSoon(() => item("tags").isChecked()).toBe(false);
  expect(await items()).toEqual(before);
  await item("tags").click();
  await page.keyboard.press("Escape");
});

test("if the properties cannot be loaded, the menu says so and has the chosen columns", async () => {
  await page.route(propertiesPath, (route) =>
    route.fulfill({ status: 429, json: { error: { code: "rate_limited", message: "Too many requests." } } }),
  );
  await page.reload();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByText("Too many requests.").waitFor();
  await expectSoon(() => page.getByRole("menuitemcheckbox").count()).toBe(3);
  await page.keyboard.press("Escape");
  await page.unroute(propertiesPath);
});

test("long values and names keep the list in place, on every width", async () => {
  const long = "a very long value ".repeat(20);
  const properties = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n} ${long}`, long]));
  const body = { email: `${"long".repeat(12)}@example.com`, name: long.slice(0, 190), properties };
  await callApi(stage.baseUrl, "/api/v1/contacts", { key: stage.member.key, body });
  await page.reload();
  await page.getByRole("button", { name: "Columns" }).click();
  for (const name of [0, 1, 2]) await page.getByRole("menuitemcheckbox", { name: `${name} a very` }).click();
  // Six columns are the limit.
  await page.locator('[role="menuitemcheckbox"][data-disabled]').first().waitFor();
  await page.keyboard.press("Escape");
  for (const width of [360, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const address = await table().getByText("reader-0@example.com").boundingBox();
    expect(address?.width).toBeGreaterThan(100);
    expect([width, await page.getByRole("button", { name: "Columns" }).isVisible()]).toEqual([
      width,
      width >= 1024,
    ]);
  }
  await expectAccessible(page);
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
