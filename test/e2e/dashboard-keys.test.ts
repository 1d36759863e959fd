import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { exportList } from "../harness/browser-export.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/database.ts";
import { freePort } from "../harness/posthouse.ts";

/** Pages for programs: keys with limits, SMTP settings, and the request log. */

let stage: Stage;
let page: Page;
let smtpPort: number;
let key: string;

beforeAll(async () => {
  smtpPort = await freePort();
  stage = await openStage({
    env: { SMTP_PORT: String(smtpPort), BASE_URL: "http://mail.example.com:3000" },
    visit: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const dialog = () => page.getByRole("dialog");
const go = (path: string) => page.goto(`${stage.baseUrl}${path}`);
const rows = (table: string) => page.getByRole("table", { name: table }).getByRole("row");
const keyRow = (name: string) => rows("API keys").filter({ hasText: name });
const act = async (name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
const statusWith = async (secret: string) =>
  (await callApi(stage.baseUrl, "/api/v1/emails", { key: secret })).status;
const sendWith = (secret: string, from: string) =>
  callApi<{ error?: { code: string } }>(stage.baseUrl, "/api/v1/send", {
    key: secret,
    body: { from, to: "ada@example.com", subject: "x", text: "x" },
  });

/** The key that a dialog shows, which is then closed. */
async function takeKey(): Promise<string> {
  const own = page.getByRole("dialog", { name: "Your new API key" });
  await Promise.all([
    own.getByText("Copied").first().waitFor(),
    own.getByRole("button", { name: "Copy key" }).click(),
  ]);
  await own.getByRole("button", { name: "Done" }).click();
  return await page.evaluate<string>("navigator.clipboard.readText()");
}

test("a key is created with its limits; an invalid network is an error at its field (B2, B3)", async () => {
  await go("/settings/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog().getByLabel("Name").fill("Shop server");
  await dialog().getByLabel("Send only").check();
  await dialog().getByText("Limits").click();
  await dialog().getByLabel("Allowed sender domains").fill("shop.example\nexample.com");
  await dialog().getByLabel("Allowed IPs").fill("127.0.0.0/8, 10.0.0.0/99");
  await dialog().getByLabel("Daily recipient limit").fill("many");
  await dialog().getByRole("button", { name: "Create key" }).click();
  await expectSoon(() => dialog().locator("[aria-invalid=true]").count()).toBeGreaterThan(0);
  await dialog().getByLabel("Daily recipient limit").fill("2");
  await dialog().getByRole("button", { name: "Create key" }).click();
  await dialog()
    .getByText(/^10\.0\.0\.0\/99 is not an IP address or network/)
    .waitFor();
  await dialog().getByLabel("Allowed IPs").fill("127.0.0.0/8");
  await dialog().getByRole("button", { name: "Create key" }).click();
  key = await takeKey();
  await keyRow("Shop server")
    .filter({ hasText: "Send only · from 2 domains · at 127.0.0.0/8 · 2 per day" })
    .filter({ hasText: `…${key.slice(-4)}` })
    .filter({ hasText: "Active" })
    .waitFor();

  expect(await statusWith(key)).toBe(403);
  expect((await sendWith(key, "a@shop.example")).status).toBe(200);
  expect((await sendWith(key, "a@elsewhere.example")).body.error?.code).toBe("sender_not_allowed");
  expect((await sendWith(key, "a@example.com")).status).toBe(200);
  expect((await sendWith(key, "a@example.com")).body.error?.code).toBe("quota_exceeded");
});

test("a key is edited: only changed fields are sent, and they take effect", async () => {
  await act("Shop server", "Edit");
  expect(await dialog().getByLabel("Allowed sender domains").inputValue()).toBe("shop.example\nexample.com");
  expect(await dialog().getByRole("button", { name: "Save key" }).isDisabled()).toBe(true);
  await dialog().getByLabel("Name").fill("Shop");
  await dialog().getByLabel("Full access").check();
  await dialog().getByLabel("Daily recipient limit").fill("");
  await dialog().getByRole("button", { name: "Save key" }).click();
  await page.getByText("Key saved").waitFor();
  await keyRow("Shop").filter({ hasText: "Full access · from 2 domains · at 127.0.0.0/8" }).waitFor();
  await expectSoon(() => statusWith(key)).toBe(200);
});

test("a rotation shows the new secret once; the old one works until its end, or not at all (B6)", async () => {
  await act("Shop", "Rotate");
  await dialog().getByRole("button", { name: "Create new secret" }).click();
  await dialog()
    .getByText(/The previous secret works until/)
    .waitFor();
  const second = await takeKey();
  expect(second).not.toBe(key);
  await keyRow("Shop").filter({ hasText: "previous secret until" }).waitFor();
  expect([await statusWith(key), await statusWith(second)]).toEqual([200, 200]);
  await page.reload();
  await keyRow("Shop").waitFor();
  expect(await page.content()).not.toContain(second);

  await act("Shop", "Rotate");
  await dialog().getByLabel("Previous secret stays valid for").selectOption({ label: "Revoke immediately" });
  await dialog().getByRole("button", { name: "Create new secret" }).click();
  const third = await takeKey();
  await expectSoon(() => statusWith(second)).toBe(401);
  expect(await statusWith(third)).toBe(200);
  key = third;
});

test("a paused key shows the reason, and can be resumed (B8)", async () => {
  await runSql(
    stage.databaseUrl,
    "UPDATE api_keys SET paused_at = now(), paused_reason = 'It sent to 30,000 recipients.' WHERE name = 'Shop'",
  );
  await expectSoon(() => statusWith(key)).toBe(403);
  await page.reload();
  const row = keyRow("Shop")
    .filter({ hasText: "Paused" })
    .filter({ hasText: "It sent to 30,000 recipients." });
  await row.getByRole("button", { name: "Resume Shop" }).click();
  await dialog().getByText("It sent to 30,000 recipients.").waitFor();
  await dialog().getByRole("button", { name: "Resume key" }).click();
  await keyRow("Shop").filter({ hasText: "Active" }).waitFor();
  expect(await page.getByRole("button", { name: "Resume Shop" }).count()).toBe(0);
  await expectSoon(() => statusWith(key)).toBe(200);
});

test("the audit log shows who changed what, with old and new values", async () => {
  await page.getByRole("link", { name: "audit log", exact: true }).click();
  const events = rows("Audit log");
  await events.filter({ hasText: "previous secret revoked immediately" }).waitFor();
  await events.filter({ hasText: "previous secret valid for another 24 h" }).waitFor();
  const change = events.filter({ hasText: "Changed" });
  for (const text of ["name: Shop server → Shop", "permission: send → full", "recipients per day: 2 → none"])
    await change.getByText(text).waitFor();
  await change.filter({ hasText: stage.member.email }).filter({ hasText: "127.0.0.1" }).waitFor();
});

test("the SMTP page has settings of this instance to copy", async () => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SMTP" }).click();
  await page.getByRole("button", { name: "Copy host" }).click();
  await expectSoon(() => page.evaluate<string>("navigator.clipboard.readText()")).toBe("mail.example.com");
  await page.getByText(String(smtpPort), { exact: true }).waitFor();
  for (const name of [
    "Laravel",
    "Django",
    "Rails",
    "WordPress",
    "Spring",
    "Go",
    "curl",
    "swaks",
    "Nodemailer",
  ]) {
    await page.getByRole("tab", { name, exact: true }).click();
    const code = page.getByRole("tabpanel").locator("code").first();
    await expectSoon(() => code.textContent()).toMatch(new RegExp(`mail\\.example\\.com[^]*${smtpPort}`));
  }
  await page.getByRole("button", { name: "Copy settings for Nodemailer" }).click();
  await expectSoon(() => page.evaluate<string>("navigator.clipboard.readText()")).toContain(
    "requireTLS: true",
  );
});

test("new requests appear without a reload, with their errors", async () => {
  await page.getByRole("link", { name: "API logs", exact: true }).click();
  await rows("API logs").filter({ hasText: "POST /api/v1/send" }).first().waitFor();
  await callApi(stage.baseUrl, "/api/v1/contacts?search=secret-words", { key });
  await rows("API logs").filter({ hasText: "/api/v1/contacts?search=…" }).waitFor();
  expect(await page.content()).not.toContain("secret-words");
  await rows("API logs").filter({ hasText: "quota_exceeded" }).filter({ hasText: "429" }).waitFor();
});

test("filters and search of requests are in the URL, and a request can be opened", async () => {
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const box = page.getByRole("combobox", { name: "Search requests" });
  await box.fill("status:4xx");
  await expectSoon(() => rows("API logs").filter({ hasText: /^200/ }).count()).toBe(0);
  await box.fill("status:4xx sender_not");
  await expectSoon(() => rows("API logs").count()).toBe(2);
  expect(query()).toEqual({ status: "4xx", search: "sender_not" });
  await page.reload();
  const request = rows("API logs").filter({ hasText: "sender_not_allowed" });
  await request.getByRole("button").click();
  const id =
    (await dialog()
      .getByRole("definition")
      .filter({ hasText: /^[0-9a-f-]{36}$/ })
      .textContent()) ?? "";
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await box.fill(id);
  await expectSoon(() => rows("API logs").count()).toBe(2);
  await request.waitFor();
  expect((await exportList(page)).rows).toContainEqual(expect.stringContaining(id));
  await box.fill(`method:DELETE ${id}`);
  await page.getByRole("heading", { name: "No requests match" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await box.pressSequentially("key:te");
  await page.getByRole("option", { name: "test", exact: true }).click();
  await page.getByRole("heading", { name: "No requests match" }).waitFor();
  expect(query()).toEqual({ key: expect.stringMatching(/^\d+$/) });
});

test("a key expires after a chosen time or on a date, and the expiry is removed again (B3)", async () => {
  await go("/keys");
  const days = async (name: string) => {
    const { body } = await callApi<{ keys: { name: string; expires_at: string | null }[] }>(
      stage.baseUrl,
      "/api/keys",
      { cookie: stage.member.cookie },
    );
    const { expires_at } = body.keys.find((key) => key.name === name) ?? { expires_at: null };
    return expires_at === null ? null : Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000);
  };
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog().getByLabel("Name").fill("Short-lived");
  await dialog().getByLabel("Expires").selectOption({ label: "On a date" });
  await dialog().getByRole("button", { name: "Create key" }).click();
  await expectSoon(() => dialog().getByLabel("Expiry date").getAttribute("aria-invalid")).toBe("true");
  await dialog().getByLabel("Expires").selectOption({ label: "In 90 days" });
  await dialog()
    .getByText(/^Until /)
    .waitFor();
  await dialog().getByRole("button", { name: "Create key" }).click();
  await takeKey();
  await keyRow("Short-lived").filter({ hasText: "until" }).waitFor();
  expect(await days("Short-lived")).toBe(90);
  await act("Short-lived", "Edit");
  await dialog().getByLabel("Expires").selectOption({ label: "Never" });
  await dialog().getByRole("button", { name: "Save key" }).click();
  await dialog().waitFor({ state: "detached" });
  expect(await days("Short-lived")).toBeNull();
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
  expect(stage.visit.watch.dialogs).toEqual([]);
});
