import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { openVisit } from "../harness/browser.ts";
import { signIn } from "../harness/browser-account.ts";
import { accessibilityFaults, expectAccessible } from "../harness/browser-axe.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/database.ts";
import { seedHistory } from "../reference/seed-history.ts";

let stage: Stage;
let page: Page;
let emails: { id: string; status: string }[];
let contact: string;
/** An email with all optional parts, scheduled for tomorrow. */
let whole: string;

beforeAll(async () => {
  // No worker, so that the history stays unchanged. Few emails, because every row costs a tenth of a second.
  stage = await openStage({ roles: ["api"] });
  page = stage.page;
  const { baseUrl, databaseUrl, member } = stage;
  await seedHistory(databaseUrl, { days: 0, owner: member.email });
  await runSql(
    databaseUrl,
    "UPDATE recipients SET state = 'captured' WHERE state = 'delivered' AND email_id::text < (SELECT max(email_id::text) FROM recipients)",
  );
  const properties = { plan: "pro", since: 2024, tags: ["a", "b"] };
  const body = { email: "grace.hopper@example.com", name: "Grace Hopper", properties };
  contact = (await callApi<{ id: string }>(baseUrl, "/api/v1/contacts", { key: member.key, body })).body.id;
  whole = await sendEmail(baseUrl, member.key, {
    to: ["ada@example.com", "bob@example.com"],
    cc: "carl@example.com",
    subject: "Everything at once",
    html: "<h1>Everything</h1>",
    headers: { "X-Campaign": "spring" },
    metadata: { order: 17 },
    tags: [
      { name: "kind", value: "welcome" },
      { name: "vip", value: "" },
      { name: "shop", value: "north" },
    ],
    scheduled_at: "in 26 hours",
    attachments: [{ filename: "notes.txt", content: "YQ==" }],
  });
  emails = (await callApi<{ emails: typeof emails }>(baseUrl, "/api/v1/emails", { key: member.key })).body
    .emails;
});
afterAll(() => stage?.close());

const emailThatIs = (status: string) => emails.find((email) => email.status === status)?.id;

async function open(path: string, shown = page): Promise<void> {
  await shown.setViewportSize({ width: 1440, height: 900 });
  await openPath(shown, stage.baseUrl, path);
  await shown.locator("h1").first().waitFor();
  await expectSoon(() => shown.locator('[aria-busy="true"], .animate-shimmer').count()).toBe(0);
}

test.each([
  ["the overview", () => "/"],
  ["the insights", () => "/insights"],
  ["the emails", () => "/emails"],
  ["no email found", () => "/emails?search=nothing+like+this&after=2026-01-01"],
  ["an email that bounced", () => `/emails/${emailThatIs("bounced")}`],
  ["an email that waits", () => `/emails/${emailThatIs("deferred")}?view=html`],
  ["an email's links", () => `/emails/${emailThatIs("delivered")}?view=links`],
  ["an email's source", () => `/emails/${emailThatIs("delivered")}?view=source`],
  ["a whole email", () => `/emails/${whole}`],
  ["an email's attachments", () => `/emails/${whole}?view=attachments`],
  ["an email's details", () => `/emails/${whole}?view=details`],
  ["an empty form", () => "/emails/new"],
  ["no such email", () => "/emails/nothing"],
  ["the inbox", () => "/inbox"],
  ["a message in the inbox", () => `/inbox?id=${emailThatIs("captured")}&view=text`],
  ["the contacts", () => "/contacts"],
  ["a contact", () => `/contacts/${contact}`],
  ["no such contact", () => "/contacts/nothing"],
  ["the API keys", () => "/settings/keys"],
  ["the account", () => "/settings/account"],
  ["the settings of tracking", () => "/settings/tracking"],
  ["the members", () => "/settings/members"],
  ["the sessions", () => "/settings/sessions"],
  ["the SMTP settings", () => "/settings/smtp"],
  ["the audit log", () => "/settings/audit"],
  ["the requests", () => "/requests"],
  ["the reports", () => "/reports?from=2026-01-01&to=2026-02-01"],
  ["no report found", () => "/reports?search=nothing-like-this"],
  ["no such webhook", () => "/webhooks/nothing"],
  ["no request found", () => "/requests?search=nothing-like-this"],
  ["no such page", () => "/nothing"],
])("%s", async (name, path) => {
  await open(path());
  await expectAccessible(page, name);
});

test("overlays: menus, dialogs, the drawer, toasts", async () => {
  await open("/settings/keys");
  await page.getByRole("button", { name: "Create key" }).hover();
  await expectAccessible(page, "the API keys, about to create one");
  await page.getByRole("button", { name: "Create key" }).click();
  await expectAccessible(page, "the question for a key's name");
  await page.getByLabel("Name").fill("Checks");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("tab", { name: "curl" }).waitFor();
  await expectAccessible(page, "a new key");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Actions for Checks" }).click();
  await expectAccessible(page, "the menu of a key");
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("dialog").getByText("Limits").click();
  await page.getByLabel("Allowed IPs").fill("nowhere");
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByText(/^nowhere is not an IP address/).waitFor();
  await expectAccessible(page, "a key being edited, with a mistake");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions for Checks" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await expectAccessible(page, "the question how to rotate");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions for Checks" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke key" }).hover();
  await expectAccessible(page, "the question whether to revoke");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Key revoked").waitFor();
  await expectAccessible(page, "a toast");

  await open("/contacts");
  await page.getByRole("button", { name: "Actions for grace.hopper@example.com" }).click();
  await expectAccessible(page, "the menu of a contact");
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Properties").fill("{wrong");
  await page.getByRole("dialog").getByLabel("Name").focus();
  await page.getByText(/is not valid JSON|Not valid JSON/).waitFor();
  await expectAccessible(page, "a contact being edited");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  expect(await accessibilityFaults(page), "the drawer").toEqual([]);
});

test("dialogs about emails: reschedule, resend, save a filter", async () => {
  await open(`/emails/${whole}`);
  await page.getByRole("button", { name: "Reschedule" }).click();
  await expectAccessible(page, "the question for another time");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expectAccessible(page, "the question whether to cancel");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  await page.getByLabel("Other addresses").check();
  await expectAccessible(page, "the question to whom again");
  await page.keyboard.press("Escape");
  await open("/emails?tag=kind");
  await page.getByRole("button", { name: "Save this filter" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Mine");
  await expectAccessible(page, "the question for a filter's name");
  await page.getByRole("dialog").getByRole("button", { name: "Save filter" }).click();
  await page.getByText("Saved in this browser:").waitFor();
  await expectAccessible(page, "the emails with a filter that is kept");
  await page.getByRole("button", { name: "Delete the filter Mine" }).click();
  await open("/requests");
  await page.getByRole("table", { name: "API logs" }).getByRole("button").first().click();
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page, "a request");
});

test("the search of emails with suggestions and a hint, a selection and its outcomes", async () => {
  await open("/emails");
  await page.getByRole("combobox", { name: "Search emails" }).pressSequentially("subject:x stat");
  await page.getByText("Unknown filter").waitFor();
  await page.getByRole("heading", { name: "No emails match" }).waitFor();
  await page.getByRole("option", { name: /^status:/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await expectAccessible(page, "the suggestions of the search");
  await page.keyboard.press("Escape");
  await open("/emails");
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .check();
  await expectAccessible(page, "the emails with a selection");
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Cancel" }).click();
  await expectAccessible(page, "the question whether to cancel a selection");
  await page.getByRole("button", { name: "Cancel emails" }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  await expectAccessible(page, "the outcomes for a selection");
  await page.getByRole("button", { name: "Done" }).click();
});

test("the compose form, full, with errors and with findings", async () => {
  await open("/emails/new");
  await page.getByText("Cc, Bcc, Reply-To").click();
  await page.getByText("Tags, headers, metadata").click();
  for (const noun of ["tag", "header", "metadata field"])
    await page.getByRole("button", { name: `Add ${noun}` }).click();
  await page.getByLabel("Name of header 1").fill("Bcc");
  await page
    .locator("input[type=file]")
    .setInputFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") }]);
  await page.getByRole("combobox", { name: "Send", exact: true }).selectOption({ label: "Date and time" });
  await page.getByRole("button", { name: "Schedule email" }).click();
  await page.getByText("Add at least one recipient.").waitFor();
  await expectAccessible(page, "a form with mistakes");
  await page.getByRole("button", { name: "Remove header 1" }).click();
  await page.getByLabel("To", { exact: true }).fill("ada@example.com, bounced@simulator.posthouse.test");
  await page.getByLabel("HTML body").fill('<h1>Hello</h1><a href="http://example.com">a</a>');
  await page.getByRole("heading", { name: /issues?$/ }).waitFor();
  await expectAccessible(page, "a form that is checked");
  await page.reload();
  await page.getByText("Your draft was restored.").waitFor();
  await page.getByRole("heading", { name: /issues?$/ }).waitFor();
  await expectAccessible(page, "a form that was brought back");
  await page.getByRole("button", { name: "Discard draft" }).click();
});

test("the figures as a table", async () => {
  await open("/");
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("table", { name: "Emails by day and outcome" }).waitFor();
  await expectAccessible(page, "the figures as a table");
});

test("the pages before sign-in, and those of an empty account", async () => {
  const visit = await openVisit(stage.browser);
  await open("/signin", visit.page);
  await expectAccessible(visit.page, "signing in");
  await open("/signup", visit.page);
  await visit.page.getByLabel("Email").fill("nobody");
  await visit.page.getByLabel("Password", { exact: true }).fill("abc");
  await visit.page.getByRole("button", { name: "Create account" }).click();
  await visit.page.locator("input[aria-invalid=true]").first().waitFor();
  await expectAccessible(visit.page, "signing up with mistakes");
  await signIn(visit.page, stage.baseUrl, { email: "admin@example.com", password: "posthouse" });
  await visit.page.getByRole("heading", { name: "Change your password" }).waitFor();
  await visit.page.getByLabel("New password", { exact: true }).fill("a password of my own");
  await expectAccessible(visit.page, "the first password");
  await visit.page.getByLabel("Current password", { exact: true }).fill("posthouse");
  await visit.page.getByRole("button", { name: "Change password and continue" }).click();
  await visit.page.getByRole("heading", { name: "First steps" }).waitFor();
  for (const path of [
    "/",
    "/insights",
    "/emails",
    "/inbox",
    "/contacts",
    "/reports",
    "/requests",
    "/settings/keys",
    "/settings/audit",
  ]) {
    await open(path, visit.page);
    await expectAccessible(visit.page, `${path} without anything`);
  }
  expect(visit.watch.faults).toEqual([]);
});

/** Presses Tab until it has led to an element. */
async function tabTo(shown: Page, selector: string): Promise<void> {
  for (let press = 0; press < 40; press += 1) {
    if ((await shown.locator(`${selector}:focus`).count()) > 0) return;
    await shown.keyboard.press("Tab");
  }
  throw new Error(`the Tab key never led to ${selector}`);
}

test("signing up by keyboard: a registered address is an error, a new one signs in", async () => {
  const { page: own, close } = await openVisit(stage.browser);
  await own.goto(`${stage.baseUrl}/signup`);
  await own.getByRole("heading", { name: "Create your account" }).waitFor();
  await tabTo(own, "input[type=email]");
  await own.keyboard.type(stage.member.email);
  await tabTo(own, "input[type=password]");
  await own.keyboard.type("a password of my own");
  await own.keyboard.press("Enter");
  await own.getByText("This address already has an account. Sign in instead.").waitFor();
  // The invalid field has the focus.
  await own.locator("input[type=email]:focus").waitFor();
  await own.keyboard.press("Control+A");
  await own.keyboard.type(`new-${stage.member.email}`);
  await own.keyboard.press("Enter");
  await own.getByRole("heading", { name: "First steps" }).waitFor();
  await close();
});

test("signing in and creating a key by keyboard", async () => {
  const { page: own, close } = await openVisit(stage.browser);
  await own.goto(`${stage.baseUrl}/settings/keys`);
  await own.getByRole("heading", { name: "Sign in to Posthouse" }).waitFor();
  await tabTo(own, "input[type=email]");
  await own.keyboard.type(stage.member.email);
  await tabTo(own, "input[type=password]");
  await own.keyboard.type(stage.member.password);
  await own.keyboard.press("Enter");
  await own.getByRole("heading", { name: "API keys" }).waitFor();
  await own.getByRole("button", { name: "Create key" }).waitFor();
  await tabTo(own, 'main button:has-text("Create key")');
  await own.keyboard.press("Enter");
  await own.locator("dialog input:focus").waitFor();
  await own.keyboard.type("By keyboard");
  await own.keyboard.press("Enter");
  await own.getByRole("dialog", { name: "Your new API key" }).waitFor();
  // The focus stays within the dialog, however often Tab is pressed.
  await tabTo(own, 'dialog button:has-text("Done")');
  await own.keyboard.press("Enter");
  await own.getByRole("row", { name: /By keyboard/ }).waitFor();
  // The focus returns to where it was.
  await own.locator('main button:has-text("Create key"):focus').waitFor();
  await close();
});
