import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { openVisit, type Visit } from "../harness/browser.ts";
import { sessionCookie, signIn } from "../harness/browser-account.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:151.0) Gecko/20100101 Firefox/151.0";

let stage: Stage;
let page: Page;
/** The same user on another computer. */
let elsewhere: Visit;

beforeAll(async () => {
  stage = await openStage({ env: { SIGNUPS: "closed" } });
  page = stage.page;
  elsewhere = await openVisit(stage.browser, { userAgent: firefox });
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const go = (path: string) => page.goto(`${stage.baseUrl}${path}`);
const statusWith = async (cookie: string) => (await callApi(stage.baseUrl, "/api/keys", { cookie })).status;
const pathOf = (somePage: Page) => new URL(somePage.url()).pathname;

/** The button is also disabled during the save. */
const accountSaved = () =>
  page.locator("button:disabled:not([aria-busy])").filter({ hasText: "Save account" }).waitFor();

async function signInElsewhere(password = stage.member.password): Promise<string> {
  await signIn(elsewhere.page, stage.baseUrl, { email: stage.member.email, password });
  await elsewhere.page.getByRole("heading", { name: "Overview" }).waitFor();
  return await sessionCookie(elsewhere.page.context());
}

test("if sign-up is closed, its page says so and the sign-in page does not link to it", async () => {
  await elsewhere.page.goto(`${stage.baseUrl}/signup`);
  await elsewhere.page.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
  expect(await elsewhere.page.getByRole("textbox").count()).toBe(0);
  await elsewhere.page.getByRole("link", { name: "Sign in instead" }).click();
  await elsewhere.page.getByRole("heading", { name: "Sign in to Posthouse" }).waitFor();
  expect(await elsewhere.page.getByRole("link", { name: "Create account" }).count()).toBe(0);
});

test("the sign-in page says how to replace a forgotten password", async () => {
  await elsewhere.page.goto(`${stage.baseUrl}/signin`);
  const command = elsewhere.page.getByText("posthouse admin reset-password");
  expect(await command.isVisible()).toBe(false);
  await elsewhere.page.getByText("Forgot your password?").click();
  await command.waitFor();
});

test("a wrong password and an unknown address are refused in the same words (A11)", async () => {
  const refusals: string[] = [];
  for (const email of [stage.member.email, "nobody@example.com"]) {
    await elsewhere.page.goto(`${stage.baseUrl}/signin`);
    await elsewhere.page.getByLabel("Email").fill(email);
    await elsewhere.page.getByLabel("Password", { exact: true }).fill("wrong");
    await elsewhere.page.getByRole("button", { name: "Sign in" }).click();
    refusals.push((await elsewhere.page.getByRole("alert").textContent()) ?? "");
  }
  expect(refusals[0]).toBe(refusals[1]);
  expect(refusals[0]).toMatch(/wrong/);
});

test("sign-in redirects to the requested page, but never to another site (A25)", async () => {
  await elsewhere.page.goto(`${stage.baseUrl}/contacts?search=ann`);
  await elsewhere.page.waitForURL(/\/signin\?next=/);
  await elsewhere.page.getByLabel("Email").fill(stage.member.email);
  await elsewhere.page.getByLabel("Password", { exact: true }).fill(stage.member.password);
  await elsewhere.page.getByRole("button", { name: "Sign in" }).click();
  await elsewhere.page.waitForURL(`${stage.baseUrl}/contacts?search=ann`);
  for (const next of [
    "//evil.example/x",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
  ]) {
    await elsewhere.page.goto(`${stage.baseUrl}/signin?next=${encodeURIComponent(next)}`);
    await elsewhere.page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(elsewhere.page.url()).toBe(`${stage.baseUrl}/`);
  }
});

test("a session ended from another one ends at once", async () => {
  const cookie = await sessionCookie(elsewhere.page.context());
  expect(await statusWith(cookie)).toBe(200);
  await go("/settings/sessions");
  await page.getByText("This session").waitFor();
  await page.getByRole("button", { name: "End session: Firefox on Windows" }).click();
  await page.getByText("Session ended").waitFor();
  expect(await statusWith(cookie)).toBe(401);
  const list = page.getByRole("list", { name: "Sessions" });
  await list.getByText("Firefox on Windows").waitFor({ state: "detached" });
  // The overview in that session refreshes by itself, so it learns that the session has ended.
  await elsewhere.page.getByRole("heading", { name: "Sign in to Posthouse" }).waitFor();
});

test("all other sessions can be ended together, after confirmation", async () => {
  const cookie = await signInElsewhere();
  await page.reload();
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End sessions" }).click();
  await page.getByText("All other sessions ended").waitFor();
  expect(await statusWith(cookie)).toBe(401);
  expect(await statusWith(await sessionCookie(page.context()))).toBe(200);
});

test("a new password ends every other session, and the old password no longer works (A7)", async () => {
  const cookieElsewhere = await signInElsewhere();
  const oldCookie = await sessionCookie(page.context());
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByLabel("Current password", { exact: true }).fill(stage.member.password);
  await page.getByLabel("New password", { exact: true }).fill("another password of mine");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed").waitFor();
  await expectSoon(() => page.getByLabel("New password", { exact: true }).inputValue()).toBe("");
  expect(await statusWith(cookieElsewhere)).toBe(401);
  expect(await statusWith(oldCookie)).toBe(401);
  await page.reload();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  const login = { action: "login", email: stage.member.email, password: stage.member.password };
  expect((await callApi(stage.baseUrl, "/api/auth", { body: login })).status).toBe(401);
  await signInElsewhere("another password of mine");
});

test("names are saved and shown; an invalid sender is an error at its field", async () => {
  await page.getByLabel("Name", { exact: true }).fill("Grace Hopper");
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByRole("complementary").getByText("Grace Hopper").waitFor();
  await page.getByLabel("Default sender").fill("not an address");
  await page.getByRole("button", { name: "Save account" }).click();
  await expectSoon(() => page.getByLabel("Default sender").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Default sender").fill("Navy <navy@example.com>");
  await page.getByRole("button", { name: "Save account" }).click();
  await accountSaved();
  await page.reload();
  await expectSoon(() => page.getByLabel("Default sender").inputValue()).toBe("Navy <navy@example.com>");
});

test("the retention is set here", async () => {
  const days = page.getByLabel("Content retention (days)");
  expect(await days.inputValue()).toBe("30");
  await days.fill("0");
  await page.getByRole("button", { name: "Save account" }).click();
  await expectSoon(() => days.getAttribute("aria-invalid")).toBe("true");
  await days.fill("90");
  await page.getByRole("button", { name: "Save account" }).click();
  await accountSaved();
  await page.reload();
  await expectSoon(() => days.inputValue()).toBe("90");
  // A shorter one asks.
  await days.fill("60");
  await page.getByRole("button", { name: "Save account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete contents older than 60 days?" });
  await dialog.getByText(/^Message bodies and attachments are deleted/).waitFor();
  await dialog.getByRole("button", { name: "Delete old contents" }).click();
  await accountSaved();
  expect(await days.inputValue()).toBe("60");
});

test("a form shows and keeps what someone else has changed since it was opened", async () => {
  const days = page.getByLabel("Content retention (days)");
  const cookie = await sessionCookie(page.context());
  const retention = async (body?: object) => {
    const options = { cookie, ...(body && { method: "PATCH", body }) };
    const answer = await callApi<{ account: { retention_days: number } }>(
      stage.baseUrl,
      "/api/account",
      options,
    );
    return answer.body.account.retention_days;
  };
  expect(await retention({ retention_days: 45 })).toBe(45);
  // The page loads the settings again after each save.
  for (const name of ["Navy", "The Navy"]) {
    await page.getByLabel("Account name").fill(name);
    await page.getByRole("button", { name: "Save account" }).click();
    await expectSoon(() => days.inputValue()).toBe("45");
    await accountSaved();
  }
  expect(await retention()).toBe(45);
});

test("a shorter retention of events says what is deleted and asks first; a longer one does not ask", async () => {
  const days = page.getByLabel("Event retention (days)");
  const save = () => page.getByRole("button", { name: "Save account" }).click();
  const dialog = page.getByRole("dialog");
  const stored = async () => {
    const { body } = await callApi<{ account: { event_retention_days: number | null } }>(
      stage.baseUrl,
      "/api/account",
      { cookie: await sessionCookie(page.context()) },
    );
    return body.account.event_retention_days;
  };
  expect(await days.inputValue()).toBe("");
  for (const text of ["0", "week", "9999"]) {
    await days.fill(text);
    await save();
    await page.getByText("Enter a number of days from 1 to 3,650, or leave this empty.").waitFor();
    await expectSoon(() => page.evaluate<string>("document.activeElement.placeholder")).toBe("Kept");
  }
  await days.fill("90");
  await save();
  await dialog.getByRole("heading", { name: "Delete events older than 90 days?" }).waitFor();
  await dialog.getByText(/cannot be restored/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await stored()).toBeNull();
  await save();
  await dialog.getByRole("button", { name: "Delete old events" }).click();
  await accountSaved();
  expect(await stored()).toBe(90);
  await days.fill("365");
  await save();
  await accountSaved();
  expect(await stored()).toBe(365);
  await days.fill("");
  await save();
  await accountSaved();
  expect(await stored()).toBeNull();
  await page.reload();
  await expectSoon(() => days.inputValue()).toBe("");
});

test("the chosen theme is kept", async () => {
  const theme = () => page.evaluate<string>("getComputedStyle(document.documentElement).colorScheme");
  await page.getByRole("button", { name: /Grace Hopper/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expectSoon(theme).toBe("dark");
  await page.reload();
  expect(await theme()).toBe("dark");
});

test("signing out ends the session on the server and hides its data (A6)", async () => {
  const cookie = await sessionCookie(page.context());
  await page.getByRole("button", { name: /Grace Hopper/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Posthouse" }).waitFor();
  expect(await sessionCookie(page.context())).toBe("");
  expect(await statusWith(cookie)).toBe(401);
  await page.goBack();
  await page.getByRole("heading", { name: "Sign in to Posthouse" }).waitFor();
  await expectSoon(() => pathOf(page)).toBe("/signin");
});

test("no page violated its policy, threw, or opened a dialog (K5)", () => {
  for (const { watch } of [stage.visit, elsewhere]) {
    expect(watch.faults).toEqual([]);
    expect(watch.dialogs).toEqual([]);
  }
});
