import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, overflowOf } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const row = (name: RegExp) =>
  page.getByRole("table", { name: "Suppressions" }).getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");
const query = () => Object.fromEntries(new URL(page.url()).searchParams);
const stored = async (address: string) =>
  await callApi<{ reason: string; detail: string }>(stage.baseUrl, `/api/v1/suppressions/${address}`, {
    key: stage.member.key,
  });

test("the empty list leads to the first addresses, and one at fault is told and loses nothing", async () => {
  await page.goto(`${stage.baseUrl}/suppressions`);
  await page.getByRole("heading", { name: "Nobody is suppressed" }).waitFor();
  await page.getByRole("button", { name: "Add addresses" }).click();
  await dialog().getByLabel("Addresses").fill("ada@example.com, nobody\ngrace@example.com");
  await dialog().getByLabel("Reason").selectOption({ label: "Complained" });
  await dialog().getByLabel("Note").fill("asked by phone");
  await dialog().getByRole("button", { name: "Suppress" }).click();
  await dialog()
    .getByText(/^nobody: /)
    .waitFor();
  await dialog().getByLabel("Addresses").fill("ada@example.com, grace@example.com");
  await dialog().getByRole("button", { name: "Suppress" }).click();
  await row(/ada@example\.com.*asked by phone.*Complained.*All mail/s).waitFor();
  expect((await stored("grace@example.com")).body).toMatchObject({
    reason: "complaint",
    detail: "asked by phone",
  });
});

test("a file is imported with its progress, its count and its faults", async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `n${n}@example.com,unsubscribe`);
  const file = Buffer.from(["email,reason", ...rows, "nobody,", "ADA@example.com,manual"].join("\n"));
  await page.getByRole("button", { name: "Import" }).click();
  await dialog()
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: file });
  await dialog().getByRole("button", { name: "Import" }).click();
  await dialog().getByRole("heading", { name: "32 rows were read" }).waitFor();
  const counts = await dialog().getByRole("definition").allInnerTexts();
  expect(counts).toEqual(["30", "0", "1", "1"]);
  await dialog().getByText("Line 32").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByText("1–25 suppressions", { exact: true }).waitFor();
});

test("a file that is none is told in its own words", async () => {
  await page.getByRole("button", { name: "Import" }).click();
  await dialog()
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("name\nAda\n") });
  await dialog().getByRole("button", { name: "Import" }).click();
  await dialog()
    .getByText(/^Line 1: the first line must name the columns/)
    .waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
});

test("search and filter narrow the list and stand in the address", async () => {
  await page.getByLabel("Search suppressions").fill("GRACE");
  await row(/grace@example\.com/).waitFor();
  await row(/n1@/).waitFor({ state: "detached" });
  expect(query()).toEqual({ search: "GRACE" });
  await page.getByLabel("Reason").selectOption({ label: "Bounced" });
  await page.getByRole("heading", { name: "No suppression matches" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Reason").selectOption({ label: "Complained" });
  await page.getByText("2 suppressions", { exact: true }).waitFor();
  expect(query()).toEqual({ reason: "complaint" });
});

test("the export is what the filter shows", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  // Added in one request, and so of one moment: their order is any.
  expect(
    lines
      .slice(1)
      .map((line) => line.split(",")[0])
      .sort(),
  ).toEqual(['"ada@example.com"', '"grace@example.com"']);
});

test("a suppression is removed after a question", async () => {
  await page.getByRole("button", { name: "Remove grace@example.com" }).click();
  await dialog()
    .getByText(/reported your mail as spam/)
    .waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove grace@example.com" }).click();
  await dialog().getByRole("button", { name: "Remove suppression" }).click();
  await row(/grace/).waitFor({ state: "detached" });
  expect((await stored("grace@example.com")).status).toBe(404);
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page.getByText("Suppression of grace@example.com").waitFor();
});

test("the list and its dialogs can be read in both themes, on a phone too", async () => {
  await page.goto(`${stage.baseUrl}/suppressions`);
  await row(/ada@/).or(page.getByText("1–25 suppressions")).first().waitFor();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect([width, colorScheme, await accessibilityFaults(page)]).toEqual([width, colorScheme, []]);
    }
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  }
  for (const name of ["Add addresses", "Import"]) {
    await page.getByRole("button", { name }).click();
    expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await dialog().getByRole("button", { name: "Cancel" }).click();
  }
});

test("K5 no page broke a rule of its policy or threw", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
