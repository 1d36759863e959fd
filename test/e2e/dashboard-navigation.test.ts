import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  page = stage.page;
  const { baseUrl, member } = stage;
  for (const subject of ["First invoice", "Second invoice", "Third invoice"])
    await sendEmail(baseUrl, member.key, { to: "ada@example.com", subject, text: "Hello" });
  await callApi(baseUrl, "/api/v1/contacts", { key: member.key, body: { email: "grace@example.com" } });
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const path = () => new URL(page.url()).pathname;
const palette = () => page.getByRole("dialog", { name: "Search and commands" });
const options = () => palette().getByRole("option");

test("the sidebar groups its pages, and members who are not operators do not see Health", async () => {
  await page.goto(`${stage.baseUrl}/`);
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Overview" }).waitFor();
  const groups = { Send: 3, Deliverability: 3, Developers: 4, Operate: 2 };
  for (const [name, count] of Object.entries(groups))
    expect(await main.getByRole("list", { name }).getByRole("link").count(), name).toBe(count);
  await main.getByRole("link", { name: "SMTP" }).click();
  await page.getByRole("heading", { name: "SMTP", level: 1 }).waitFor();
});

test("the former addresses of API keys and SMTP lead to their pages", async () => {
  await page.goto(`${stage.baseUrl}/settings/smtp`);
  await page.getByRole("heading", { name: "SMTP", level: 1 }).waitFor();
  expect(path()).toBe("/smtp");
  await page.goto(`${stage.baseUrl}/settings/keys`);
  await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
  expect(path()).toBe("/keys");
});

test("the palette opens with Ctrl+K, also from a field, and opens a page by keyboard", async () => {
  await page.goto(`${stage.baseUrl}/emails`);
  await page.locator("main search input").first().focus();
  await page.keyboard.press("Control+k");
  await expectAccessible(page);
  await page.keyboard.type("suppr");
  await expectSoon(() => options().allTextContents()).toEqual([
    "Suppressions",
    "Add suppressions",
    "Import suppressions",
    "Export suppressions",
  ]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Suppressions", level: 1 }).waitFor();
  expect(await palette().count()).toBe(0);
});

test("the palette finds emails by subject, contacts by address, and says when it finds nothing", async () => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("invoice");
  await expectSoon(() => options().count()).toBe(3);
  await page.keyboard.press("ArrowDown");
  expect(await options().nth(1).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Second invoice" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("grace@");
  await options().filter({ hasText: "grace@example.com" }).waitFor();
  // Part of a recipient's address, without its @.
  await palette().getByRole("combobox").fill("ada");
  await expectSoon(() => options().filter({ hasText: "invoice" }).count()).toBe(3);
  await palette().getByRole("combobox").fill("nothing of the kind");
  await palette().getByText("Nothing found.").waitFor();
  await page.keyboard.press("Escape");
  await expectSoon(() => palette().count()).toBe(0);
});

/** Types words into the palette and runs the first match, without the pointer. */
async function runCommand(words: string, label: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette().getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(words);
  await expectSoon(() => options().first().textContent()).toBe(label);
  await page.keyboard.press("Enter");
  await expectSoon(() => palette().count()).toBe(0);
}

test.each([
  ["new domain", "Add domain", "Add domain"],
  ["add webhook", "Add webhook", "Add webhook"],
  ["token", "Create API key", "Create API key"],
  ["person", "Add contact", "Add contact"],
  ["block", "Add suppressions", "Add addresses"],
  ["upload", "Import contacts", "Import contacts"],
  ["upload suppressions", "Import suppressions", "Import addresses"],
  ["shortcuts", "Show keyboard shortcuts", "Keyboard shortcuts"],
])("the palette finds “%s”, which opens a dialog over any page", async (words, label, title) => {
  const before = page.url();
  await runCommand(words, label);
  await page.getByRole("dialog", { name: title }).locator(":focus").first().waitFor();
  await page.keyboard.press("Escape");
  await expectSoon(() => page.getByRole("dialog").count()).toBe(0);
  expect(page.url()).toBe(before);
});

test("from the palette, a domain is added and a test email is sent by keyboard", async () => {
  await runCommand("add domain", "Add domain");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Domain").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("palette.example");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "palette.example" }).waitFor();
  await expectSoon(() => dialog.count()).toBe(0);
  await runCommand("test email", "Send test email");
  await dialog.getByText("In test mode, the email stays in the inbox").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await dialog.getByLabel("To").inputValue()).toBe(stage.member.email);
  await page.keyboard.type("shop@palette.example");
  const sent = Promise.withResolvers<void>();
  await page.route("**/api/emails", (route) => sent.promise.then(() => route.continue()), { times: 1 });
  await page.keyboard.press("Enter");
  const busy = dialog.locator("button[aria-busy=true]");
  await busy.waitFor();
  await page.keyboard.press("Escape");
  await busy.waitFor();
  sent.resolve();
  await page.getByRole("heading", { name: "Test email from Posthouse" }).waitFor();
});

test("the palette switches the theme, downloads lists and opens the documentation", async () => {
  const theme = () => page.evaluate("document.documentElement.dataset.theme ?? null");
  await runCommand("dark mode", "Use dark theme");
  expect(await theme()).toBe("dark");
  await runCommand("appearance system", "Use system theme");
  expect(await theme()).toBeNull();
  for (const [what, file] of [
    ["emails", "emails.csv"],
    ["inbox", "inbox.csv"],
    ["contacts", "contacts.csv"],
    ["suppressions", "suppressions.csv"],
    ["domains", "domains.csv"],
    ["reports", "reports.csv"],
    ["API keys", "api-keys.csv"],
    ["webhooks", "webhooks.csv"],
    ["API logs", "api-requests.csv"],
    ["audit log", "audit-log.csv"],
  ]) {
    const download = page.waitForEvent("download");
    await runCommand(`csv ${what} export`, `Export ${what}`);
    expect((await download).suggestedFilename()).toBe(file);
  }
  const docs = page.context().waitForEvent("page");
  await runCommand("open documentation", "Open documentation");
  expect(new URL((await docs).url()).pathname).toMatch(/^\/docs/);
  await (await docs).close();
});

test("g and a letter open a page, / focuses the search, j and k move through the rows", async () => {
  await page.locator("main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await page.getByRole("heading", { name: "Emails", level: 1 }).waitFor();
  // The newest email, which an earlier test sent, is the first row.
  const rows = page.getByRole("table", { name: "Emails" }).getByRole("row");
  await rows.filter({ hasText: "Test email from Posthouse" }).waitFor();
  const focused = () => page.evaluate<string>("document.activeElement.closest('tr')?.textContent ?? ''");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focused()).toContain("Third invoice");
  await page.keyboard.press("k");
  expect(await focused()).toContain("Test email from Posthouse");
  await page.keyboard.press("/");
  await page.keyboard.type("gjk?");
  expect(await page.locator("main search input").first().inputValue()).toBe("gjk?");
  expect(path()).toBe("/emails");
  // Rows with nothing to open can be read one by one too.
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page.locator('table[aria-busy="false"]').waitFor();
  await page.keyboard.press("j");
  expect(await focused()).not.toBe("");
});

test.each([
  ["/settings/members", "Members"],
  ["/settings/sessions", "Sessions"],
  ["/inbox", "Messages"],
])("j and k move through the list of %s", async (address, list) => {
  await page.goto(stage.baseUrl + address);
  await page.locator(`ul[aria-label="${list}"][aria-busy="false"]`).waitFor();
  const focusedList = () => page.evaluate(`document.activeElement.closest('ul')?.ariaLabel`);
  for (const key of ["j", "k"]) {
    await page.getByRole("link", { name: "Overview" }).focus();
    await page.keyboard.press(key);
    expect(await focusedList()).toBe(list);
  }
});

test("the browser's Back closes the menu on a phone, and the palette", async () => {
  const focused = () => page.evaluate<string>("document.activeElement.id");
  await page.setViewportSize({ width: 390, height: 844 });
  await openPath(page, stage.baseUrl, "/emails");
  await openPath(page, stage.baseUrl, "/contacts");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Emails", level: 1 }).waitFor();
  await expectSoon(() => page.getByRole("dialog").count()).toBe(0);
  await expectSoon(focused).toBe("main");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press("Control+k");
  await palette().waitFor();
  await page.goForward();
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  await expectSoon(() => palette().count()).toBe(0);
  await expectSoon(focused).toBe("main");
});

test("? shows the shortcuts, and none fires meanwhile", async () => {
  await page.goto(`${stage.baseUrl}/emails`);
  await page.getByRole("table", { name: "Emails" }).getByRole("link").first().waitFor();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByText("Search and commands").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("c");
  expect(path()).toBe("/emails");
  await page.keyboard.press("Escape");
  await expectSoon(() => sheet.count()).toBe(0);
  await page.keyboard.press("c");
  await expectSoon(path).toBe("/emails/new");
});

test("an unknown page keeps the sidebar", async () => {
  await page.goto(`${stage.baseUrl}/no-such-page`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Emails" }).waitFor();
});

test("while the server is away the dashboard stays, also on a click to another page, and continues when it is back", async () => {
  await page.goto(`${stage.baseUrl}/`);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await stage.posthouse.stop();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await page.getByText("Reconnecting…").waitFor();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await stage.posthouse.start();
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  await page.getByText("grace@example.com").waitFor();
  await expectSoon(() => page.getByText("Reconnecting…").count()).toBe(0);
});

test("the palette signs out", async () => {
  await runCommand("log out", "Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(path()).toBe("/signin");
});
