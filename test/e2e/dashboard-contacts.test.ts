import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { exportList } from "../harness/browser-export.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

let stage: SharedStage;
let page: Page;

beforeAll(async () => {
  stage = await openSharedStage();
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const row = (name: RegExp) =>
  page.getByRole("table", { name: "Contacts" }).getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");
const field = (label: string) => dialog().getByLabel(label, { exact: true });
const faults = () => dialog().locator('p[id$="-error"]').allInnerTexts();
const query = () => Object.fromEntries(new URL(page.url()).searchParams);

type Contact = { id: string; email: string; properties: Record<string, unknown>; subscribed: boolean };

async function stored(email: string): Promise<{ status: number; body: Contact }> {
  return await callApi<Contact>(stage.baseUrl, `/api/v1/contacts/${email}`, { key: stage.member.key });
}

test("the empty list leads to the first contact", async () => {
  await page.goto(`${stage.baseUrl}/contacts`);
  await page.getByRole("heading", { name: "No contacts yet" }).waitFor();
  await page.getByRole("button", { name: "Add contact" }).click();
  await field("Email").fill("ada@example.com");
  await field("Name").fill("Ada Lovelace");
  await field("Properties").fill('{"plan": "pro"}');
  await dialog().getByRole("button", { name: "Add contact" }).click();
  await row(/ada@example\.com.*Ada Lovelace.*Subscribed/).waitFor();
  expect((await stored("ada@example.com")).body.properties).toEqual({ plan: "pro" });
});

test("an existing address, in any case, is an error at its field, and the input is kept", async () => {
  await page.getByRole("button", { name: "Add contact" }).click();
  await field("Email").fill("ADA@example.com");
  await field("Name").fill("Another Ada");
  await dialog().getByRole("button", { name: "Add contact" }).click();
  await expectSoon(faults).toEqual([expect.stringMatching(/another contact/)]);
  expect(await field("Name").inputValue()).toBe("Another Ada");
  await dialog().locator("input[type=email]:focus").waitFor();
});

test("an invalid address is an error at its field, a valid one is saved", async () => {
  await field("Email").fill("grace@nowhere@example.com");
  await dialog().getByRole("button", { name: "Add contact" }).click();
  await expectSoon(faults).toEqual([expect.stringMatching(/@/)]);
  await field("Email").fill("grace@example.com");
  await field("Name").fill("Grace Hopper");
  await dialog().getByRole("button", { name: "Add contact" }).click();
  await row(/grace@example\.com.*Grace Hopper/).waitFor();
});

test("properties with invalid JSON show the line of the error, and cannot be saved", async () => {
  await row(/grace/).getByRole("button", { name: "Actions for grace@example.com" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await field("Properties").fill('{\n  "plan": "pro",\n  \'since\': 1952\n}');
  await field("Name").focus();
  await dialog()
    .getByText(/^Line 3 is not valid JSON\./)
    .waitFor();
  expect(await dialog().getByRole("button", { name: "Save changes" }).isDisabled()).toBe(true);
  await field("Properties").fill('["a list"]');
  await field("Name").focus();
  await dialog()
    .getByText(/Properties are an object/)
    .waitFor();
  await field("Properties").fill('{\n  "plan": "pro",\n  "since": 1952\n}');
  await dialog().getByRole("checkbox", { name: "Subscribed" }).uncheck();
  await dialog().getByRole("checkbox", { name: "Track opens and clicks" }).uncheck();
  await dialog().getByRole("button", { name: "Save changes" }).click();
  await row(/grace@example\.com.*Unsubscribed/).waitFor();
  expect((await stored("grace@example.com")).body).toMatchObject({
    properties: { plan: "pro", since: 1952 },
    subscribed: false,
    tracked: false,
  });
});

test("the page of a contact shows its data", async () => {
  await row(/grace/).getByRole("link").click();
  await page.getByRole("heading", { name: "grace@example.com" }).waitFor();
  await page.getByText("1952").waitFor();
  await page.getByText("Off for this contact").waitFor();
  await page.getByRole("link", { name: "Emails to this address" }).click();
  await page.getByRole("heading", { name: "No emails match" }).waitFor();
  expect(query()).toEqual({ to: "grace@example.com" });
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await row(/grace/).waitFor();
});

test("search and filter narrow the list, are in the URL, and show when nothing matches", async () => {
  await page.getByRole("combobox", { name: "Search contacts" }).fill("LOVE");
  await row(/grace/).waitFor({ state: "detached" });
  await row(/ada@example\.com/).waitFor();
  expect(query()).toEqual({ search: "LOVE" });
  await page.getByRole("combobox", { name: "Search contacts" }).fill("status:unsubscribed LOVE");
  await page.getByRole("heading", { name: "No contacts match" }).waitFor();
  expect(query()).toEqual({ search: "LOVE", status: "unsubscribed" });
  await page.reload();
  await page.getByRole("heading", { name: "No contacts match" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Search contacts" }).inputValue()).toBe(
    "status:unsubscribed LOVE",
  );
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row(/grace/).waitFor();
});

test("a property is completed while typing and filters the list, its total and its export", async () => {
  const box = page.getByRole("combobox", { name: "Search contacts" });
  await box.pressSequentially("property:si");
  await page.getByRole("option", { name: "since=1952" }).waitFor();
  await box.press("ArrowDown");
  await box.press("Enter");
  await row(/grace/).waitFor();
  await page.getByText("1 contact", { exact: true }).waitFor();
  expect(query()).toEqual({ property: "since:1952" });
  const { rows } = await exportList(page);
  expect(rows).toEqual([expect.stringContaining("grace@example.com")]);
  await page
    .getByRole("button", { name: "Clear filters" })
    .or(page.getByRole("button", { name: "Clear", exact: true }))
    .click();
  await row(/ada/).waitFor();
});

test("contacts are selected by keyboard, and unsubscribed and subscribed together", async () => {
  const selection = page.getByRole("region", { name: "Selection" });
  await row(/grace/).getByRole("link").focus();
  await page.keyboard.press("x");
  await selection.getByText("1 contact selected").waitFor();
  await page.keyboard.press("x");
  await selection.waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await selection.getByText("2 contacts selected").waitFor();
  await selection.getByRole("button", { name: "Subscribe", exact: true }).click();
  await dialog().getByRole("button", { name: "Subscribe" }).click();
  await dialog().getByText("2 contacts changed.").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await selection.waitFor({ state: "detached" });
  expect((await stored("grace@example.com")).body.subscribed).toBe(true);
  await page.getByRole("checkbox", { name: "Select grace@example.com" }).check();
  await selection.getByRole("button", { name: "Unsubscribe" }).click();
  await dialog().getByRole("button", { name: "Unsubscribe" }).click();
  await dialog().getByRole("button", { name: "Done" }).click();
  await row(/grace.*Unsubscribed/).waitFor();
  await page.getByRole("checkbox", { name: "Select grace@example.com" }).check();
  await selection.getByRole("button", { name: "Delete" }).click();
  await dialog().getByRole("button", { name: "Back" }).click();
  // Going back keeps the selection.
  await selection.getByRole("button", { name: "Delete" }).click();
  await dialog().getByRole("button", { name: "Delete contacts" }).click();
  await dialog().getByText("Deleted", { exact: true }).waitFor();
  expect((await stored("grace@example.com")).status).toBe(404);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog().getByRole("button", { name: "Undo" }).click();
  await dialog().getByText("Restored", { exact: true }).waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await row(/grace@example\.com.*Grace Hopper.*Unsubscribed/).waitFor();
  expect((await stored("grace@example.com")).body.properties).toEqual({ plan: "pro", since: 1952 });
});

test("a contact can be deleted and restored", async () => {
  await row(/grace/).getByRole("button", { name: "Actions for grace@example.com" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await row(/grace/).getByRole("button", { name: "Actions for grace@example.com" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog().getByRole("button", { name: "Delete contact" }).click();
  await row(/grace/).waitFor({ state: "detached" });
  expect((await stored("grace@example.com")).status).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await row(/grace@example\.com.*Grace Hopper.*Unsubscribed/).waitFor();
  expect((await stored("grace@example.com")).body.properties).toEqual({ plan: "pro", since: 1952 });
});

test("a later page without rows links to the first page", async () => {
  const { body } = await callApi<{ pagination: { next_cursor: string } }>(
    stage.baseUrl,
    "/api/v1/contacts?limit=1",
    { key: stage.member.key },
  );
  await page.goto(`${stage.baseUrl}/contacts?cursor=${body.pagination.next_cursor}`);
  await row(/ada/).getByRole("button", { name: "Actions for ada@example.com" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog().getByRole("button", { name: "Delete contact" }).click();
  await page.getByRole("heading", { name: "Nothing left on this page" }).waitFor();
  await page.getByRole("button", { name: "Export" }).waitFor();
  await page.getByRole("link", { name: "First page" }).click();
  await row(/grace/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row(/ada/).waitFor();
});

test("a long list is paged: each contact once, and the same after a reload (K10)", async () => {
  const { baseUrl, member } = stage;
  for (let n = 0; n < 60; n += 1) {
    const body = { email: `reader-${n}@example.com`, name: `Reader ${n}` };
    expect((await callApi(baseUrl, "/api/v1/contacts", { key: member.key, body })).status).toBe(201);
  }
  await page.goto(`${baseUrl}/contacts`);
  const seen: string[] = [];
  for (const place of ["1–25 of 62 contacts", "26–50 of 62 contacts", "51–62 of 62 contacts"]) {
    await page.getByText(place, { exact: true }).waitFor();
    // The previous rows are faded until the new ones are loaded.
    await page.locator('table[aria-busy="false"]').waitFor();
    seen.push(...(await page.locator("tbody [data-row-link]").allInnerTexts()));
    if (!place.startsWith("51")) await page.getByRole("link", { name: "Next page" }).click();
  }
  expect(seen).toHaveLength(62);
  expect(new Set(seen).size).toBe(62);
  await page.reload();
  await page.getByText("51–62 of 62 contacts", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Previous page" }).click();
  await page.getByText("26–50 of 62 contacts", { exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Search contacts" }).fill("reader-7");
  await row(/reader-7@example\.com/).waitFor();
  await expectSoon(query).toEqual({ search: "reader-7" });
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
