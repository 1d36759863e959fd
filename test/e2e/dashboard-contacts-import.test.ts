import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible, overflowOf } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

let stage: SharedStage;
let page: Page;

beforeAll(async () => {
  stage = await openSharedStage();
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const dialog = () => page.getByRole("dialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const row = (name: RegExp) =>
  page.getByRole("table", { name: "Contacts" }).getByRole("row").filter({ hasText: name });
const counts = () => dialog().getByRole("definition").allInnerTexts();

type Contact = { name: string | null; subscribed: boolean; properties: Record<string, unknown> };

const stored = async (email: string) =>
  (await callApi<Contact>(stage.baseUrl, `/api/v1/contacts/${email}`, { key: stage.member.key })).body;

async function choose(lines: string | string[]) {
  const buffer = Buffer.from(typeof lines === "string" ? lines : lines.join("\n"));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await dialog()
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
}

const PEOPLE = [
  "E-Mail,Name,Plan,id",
  ...Array.from({ length: 30 }, (_, n) => `reader-${n}@example.com,Reader ${n},pro,${n}`),
  "=no,=1+1,,",
  "ada@example.com,,free,",
];

test("the empty list leads to the import, which shows the first rows and what their columns become", async () => {
  await page.goto(`${stage.baseUrl}/contacts`);
  await page.getByRole("heading", { name: "No contacts yet" }).waitFor();
  await choose(PEOPLE);
  const preview = dialog().getByRole("region", { name: "First rows of the file" });
  await preview.getByText("reader-0@example.com").waitFor();
  expect(await preview.getByRole("columnheader").allInnerTexts()).toEqual([
    "E-Mail\nEmail",
    "Name\nName",
    "Plan\nProperty",
    "id\nNot imported",
  ]);
  expect(await preview.getByRole("row").count()).toBe(6);
  await dialog().getByText("Properties: Plan. Not imported: id.").waitFor();
  await expectAccessible(page);
});

test("the import has counts, the rows that failed, and a file of them without formulas", async () => {
  await button("Import").click();
  await dialog().getByRole("heading", { name: "32 rows read" }).waitFor();
  expect(await counts()).toEqual(["31", "0", "0", "1"]);
  await dialog().getByText("Line 32").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), button("Download errors").click()]);
  expect(download.suggestedFilename()).toBe("import-errors.csv");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^"line","column","value","error"\r\n"32","E-Mail","'=no","[^"]+"\r\n$/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button("Done").click();
  await page.getByText("1–25 of 31 contacts", { exact: true }).waitFor();
  await row(/reader-29@example\.com.*Reader 29.*Subscribed/).waitFor();
  expect(await stored("ada@example.com")).toMatchObject({ name: null, properties: { Plan: "free" } });
});

test("the same file changes nothing, and existing contacts can be skipped", async () => {
  await choose(PEOPLE);
  await button("Import").click();
  await dialog().getByRole("heading", { name: "32 rows read" }).waitFor();
  expect(await counts()).toEqual(["0", "0", "31", "1"]);
  await button("Done").click();

  await choose("email,name\nada@example.com,Other\nnew@example.com,New\n");
  await dialog().getByRole("radio", { name: "Skip the row" }).check();
  await dialog().getByRole("checkbox", { name: "Subscribe new contacts" }).uncheck();
  await button("Import").click();
  await dialog().getByRole("heading", { name: "2 rows read" }).waitFor();
  expect(await counts()).toEqual(["1", "0", "1", "0"]);
  await button("Done").click();
  await row(/new@example\.com.*Unsubscribed/).waitFor();
  expect((await stored("ada@example.com")).name).toBeNull();
});

test("people who unsubscribed stay unsubscribed, and the outcome says so", async () => {
  await choose("email,subscribed\nnew@example.com,yes\n");
  await button("Import").click();
  await dialog()
    .getByText(/^1 contact unsubscribed earlier and stays unsubscribed/)
    .waitFor();
  expect(await counts()).toEqual(["0", "0", "1", "0"]);
  await button("Done").click();
  expect((await stored("new@example.com")).subscribed).toBe(false);
});

test.each([
  ["an empty file", "", /^Line 1: the file is empty/],
  ["a file without addresses", "name\nAda\n", /^Line 1: .*must be email/],
])("%s is an error at its field, and cannot be imported", async (_, text, message) => {
  await choose(text);
  await dialog().getByText(message).waitFor();
  expect(await button("Import").isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button("Cancel").click();
});

test("the preview of an exported file does not say that no column becomes a property", async () => {
  let respond = () => {};
  const asked = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route("**/api/contacts/import/preview", async (route) => {
    await asked;
    await route.continue();
  });
  await choose(["email,properties,note_id", 'ada@example.com,"{""Plan"":""free""}",']);
  await dialog().getByText("Reading the file…").waitFor();
  respond();
  await dialog().getByRole("region", { name: "First rows of the file" }).waitFor();
  await page.unroute("**/api/contacts/import/preview");
  expect(await dialog().getByText("No column becomes a property.").count()).toBe(0);
  await button("Cancel").click();
});

test("a file that breaks off is an error, and the rows before it are imported", async () => {
  const rows = Array.from({ length: 8 }, (_, n) => `more-${n}@example.com`);
  await choose(["email", ...rows, '"open']);
  await button("Import").click();
  await dialog()
    .getByText(/^Line 10: a quote .* Rows before it: 8 imported, 0 invalid/)
    .waitFor();
  await button("Cancel").click();
  await row(/more-7@example\.com/).waitFor();
});

test("the dialog fits a phone", async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await choose(PEOPLE);
  await dialog().getByRole("region", { name: "First rows of the file" }).waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button("Import").click();
  await dialog().getByRole("heading", { name: "32 rows read" }).waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
