import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { openVisit, startBrowser, type Visit } from "../harness/browser.ts";
import { sessionCookie, signIn } from "../harness/browser-account.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { requestsElsewhere } from "../harness/browser-watch.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";

/** The first minutes with a fresh instance, in order. */

let posthouse: Posthouse;
let browser: Browser;
let visit: Visit;
let page: Page;
let baseUrl: string;
let key: string;
let command: string;

beforeAll(async () => {
  browser = await startBrowser();
  posthouse = await startPosthouse({ database: await createTestDatabase(), roles: "all" });
  baseUrl = posthouse.baseUrl;
  visit = await openVisit(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  page = visit.page;
});
afterAll(async () => {
  await browser?.close();
  await stopAndRemove(posthouse);
});

tellInChapters(() => page);

const askToRevoke = async (name: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
};

test("the default admin signs in and can do nothing but change the password (A1)", async () => {
  await signIn(page, baseUrl, { email: "admin@example.com", password: "posthouse" });
  const shut = [
    "/",
    "/emails",
    "/inbox",
    "/contacts",
    "/emails/new",
    "/requests",
    "/settings/keys",
    "/settings/account",
    "/signin",
  ];
  for (const path of shut) {
    await page.goto(`${baseUrl}${path}`);
    await page.getByRole("heading", { name: "Change your password" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/change-password");
  }
  const cookie = await sessionCookie(page.context());
  for (const path of ["/api/keys", "/api/emails", "/api/contacts", "/api/overview", "/api/account"]) {
    const answer = await callApi(baseUrl, path, { cookie });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "password_change_required" } } });
  }
  const created = await callApi(baseUrl, "/api/keys", { cookie, body: { name: "too early" } });
  expect(created.status).toBe(403);
});

test("a wrong current password and a short new one are errors at their fields (A1)", async () => {
  await page.getByLabel("Current password", { exact: true }).fill("not it");
  await page.getByLabel("New password", { exact: true }).fill("a password of my own");
  await page.getByRole("button", { name: "Change password and continue" }).click();
  await page.getByText("Incorrect password.").waitFor();
  await page.getByLabel("Current password", { exact: true }).fill("posthouse");
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change password and continue" }).click();
  await expectSoon(() => page.getByLabel("New password", { exact: true }).getAttribute("aria-invalid")).toBe(
    "true",
  );
});

test("the new password opens the overview with its first steps, and the old cookie no longer works (A1)", async () => {
  const oldCookie = await sessionCookie(page.context());
  await page.getByLabel("New password", { exact: true }).fill("a password of my own");
  await page.getByRole("button", { name: "Change password and continue" }).click();
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.getByText("0 of 5 done").waitFor();
  await page
    .getByRole("region", { name: "Recent emails" })
    .getByRole("button", { name: "Send test email" })
    .waitFor();
  expect((await callApi(baseUrl, "/api/keys", { cookie: oldCookie })).status).toBe(401);
  const login = { action: "login", email: "admin@example.com", password: "posthouse" };
  expect((await callApi(baseUrl, "/api/auth", { body: login })).status).toBe(401);
});

test("a key is shown once, and copied whole", async () => {
  await page.getByRole("link", { name: "Create an API key" }).first().click();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "Your new API key" });
  await Promise.all([
    dialog.getByText("Copied").first().waitFor(),
    dialog.getByRole("button", { name: "Copy key" }).click(),
  ]);
  key = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(key).toMatch(/^ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  await dialog.getByRole("button", { name: "Copy command" }).click();
  await expectSoon(() => page.evaluate<string>("navigator.clipboard.readText()")).toContain("curl");
  command = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(command).toContain(key);
  // Chromium closes a dialog at the second Escape in a row even if the page prevents it. The dialog with the key must open again.
  for (let press = 0; press < 4; press += 1) await page.keyboard.press("Escape");
  await dialog.getByText(key, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row", { name: /Laptop/ }).waitFor();
  await page.reload();
  await page.getByRole("row", { name: /Laptop.*Never used/ }).waitFor();
  expect(await page.content()).not.toContain(key);
});

test("the displayed command sends an email that appears without a reload", async () => {
  await page.getByRole("link", { name: "Emails", exact: true }).click();
  await page.getByRole("heading", { name: "No emails yet" }).waitFor();
  await page
    .getByText(`${key.slice(0, 11)}_…`)
    .first()
    .waitFor();
  await page.evaluate("window.notReloaded = true");
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { timeout: 20_000 });
  expect(JSON.parse(stdout)).toMatchObject({ success: true, status: "queued" });
  await page.getByRole("row", { name: /Hello from curl.*Captured/ }).waitFor();
  expect(await page.evaluate("window.notReloaded")).toBe(true);
});

test("the inbox shows the email as its recipient would see it", async () => {
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("heading", { name: "Hello from curl" }).waitFor();
  await page.frameLocator("iframe").getByText("It works.").waitFor();
});

test("after the first email, one line leads to the next first step; staying in test mode completes it", async () => {
  await page.getByRole("link", { name: "Overview" }).click();
  const strip = page.getByRole("region", { name: "First steps" });
  await strip.getByText("3 of 5").waitFor();
  await strip.getByRole("link", { name: "Go live" }).waitFor();
  await strip.getByRole("button", { name: "Stay in test mode" }).click();
  await strip.getByText("4 of 5").waitFor();
  await strip.getByRole("link", { name: "Add a contact" }).waitFor();
});

test("the list shows the last use of the key; revoked after confirmation, it is refused within a second (B4)", async () => {
  await page.getByRole("link", { name: "API keys", exact: true }).click();
  const usedAndCreated = page.getByRole("row", { name: /Laptop.*(now|ago).*(now|ago)/ });
  const rowsOfUsed = async () => {
    await page.reload();
    await page.getByRole("row", { name: /Laptop/ }).waitFor();
    return await usedAndCreated.count();
  };
  await expectSoon(rowsOfUsed).toBe(1);
  expect((await callApi(baseUrl, "/api/v1/emails", { key })).status).toBe(200);
  await askToRevoke("Laptop");
  const dialog = page.getByRole("dialog", { name: /Revoke “Laptop”/ });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await callApi(baseUrl, "/api/v1/emails", { key })).status).toBe(200);

  await askToRevoke("Laptop");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Key revoked").waitFor();
  await pause(1_000);
  expect((await callApi(baseUrl, "/api/v1/emails", { key })).status).toBe(401);
  await page.getByRole("heading", { name: "No API keys yet" }).waitFor();
});

test("no page violated its policy or requested another server (K5)", () => {
  expect(visit.watch.faults).toEqual([]);
  expect(visit.watch.dialogs).toEqual([]);
  expect(requestsElsewhere(visit.watch, [baseUrl])).toEqual([]);
});
