import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { exportList } from "../harness/browser-export.ts";
import { focusedInList } from "../harness/browser-rows.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { eventually } from "../harness/eventually.ts";
import { runSql } from "../harness/run-sql.ts";
import { startSmtpSink } from "../harness/smtp-server.ts";

let stage: Stage;
let page: Page;

const SUBJECTS = ["Welcome", "Your order 4711", "Reset your password"];

beforeAll(async () => {
  stage = await openStage({ visit: { viewport: { width: 1440, height: 900 } } });
  page = stage.page;
  for (const subject of SUBJECTS)
    await sendEmail(stage.baseUrl, stage.member.key, {
      to: "ada@example.com",
      cc: "grace@example.com",
      subject,
      html: `<p>The secret of ${subject.length} letters</p>`,
    });
  await eventually(async () => expect((await list()).unread).toBe(SUBJECTS.length));
});
afterAll(() => stage?.close());
tellInChapters(() => page);

type Listed = { unread: number; emails: { id: string; subject: string; read: boolean }[] };

async function list(): Promise<Listed> {
  return (await callApi<Listed>(stage.baseUrl, "/api/v1/inbox", { key: stage.member.key })).body;
}

const messages = () => page.getByRole("list", { name: "Messages" }).getByRole("link");
const box = () => page.getByRole("combobox", { name: "Search the inbox" });
const badge = () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
const unreadSubjects = async () =>
  (await list()).emails.filter(({ read }) => !read).map(({ subject }) => subject);

test("unread mail has a badge and a dot, and opening a message marks it as read", async () => {
  await page.goto(stage.baseUrl);
  await expectSoon(() => badge().textContent()).toBe("Inbox3 unread");
  await badge().click();
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await eventually(async () => expect(await unreadSubjects()).toEqual(["Your order 4711", "Welcome"]));
  await messages().filter({ hasText: "Welcome" }).click();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await page.getByText("ada@example.com and 1 more").waitFor();
  await eventually(async () => expect(await unreadSubjects()).toEqual(["Your order 4711"]));
  await expectSoon(() => badge().textContent()).toBe("Inbox1 unread");
  await page.getByRole("button", { name: "Mark as unread" }).click();
  await eventually(async () => expect(await unreadSubjects()).toEqual(["Your order 4711", "Welcome"]));
});

test("the list shows only unread mail, and finds mail by its text", async () => {
  await page.getByRole("button", { name: "Unread 2" }).click();
  await expectSoon(() => messages().count()).toBe(2);
  expect(page.url()).toContain("is=unread");
  await page.getByRole("heading", { name: "Your order 4711" }).waitFor();
  await page.getByRole("button", { name: "Unread 2" }).click();
  await box().fill("of 19 letters");
  await expectSoon(() => messages().allTextContents()).toHaveLength(1);
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await box().fill("nothing like it");
  await page.getByText("No messages match.").waitFor();
  await page.getByRole("heading", { name: "Reset your password" }).waitFor({ state: "detached" });
  await box().fill("");
  await expectSoon(() => messages().count()).toBe(3);
});

test("the search box has filters, completes them, and keeps them in the URL and in the total", async () => {
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const total = () => page.getByRole("navigation", { name: "Pages" }).textContent();
  await expectSoon(total).toBe("3 messages");
  await box().pressSequentially("is");
  await box().press("ArrowDown");
  await box().press("Enter");
  await box().press("ArrowDown");
  await box().press("Enter");
  await expectSoon(total).toBe("2 messages");
  expect(query()).toEqual({ is: "unread" });
  await page.getByRole("button", { name: "Unread 2" }).and(page.locator("[aria-pressed=true]")).waitFor();
  await box().fill("subject:order after:yesterday to:ada");
  await expectSoon(total).toBe("1 message");
  await page.reload();
  await page.getByRole("heading", { name: "Your order 4711" }).waitFor();
  expect(query()).toMatchObject({ subject: "order", to: "ada" });
  expect(await box().inputValue()).toMatch(/^to:ada subject:order after:\d{4}-\d\d-\d\d$/);
  const { file, rows } = await exportList(page);
  expect(file).toBe("inbox.csv");
  expect(rows).toEqual([expect.stringContaining('"Your order 4711"')]);
  await box().fill("from:nobody");
  await page.getByText("No messages match.").waitFor();
  await box().fill("before:2020-01-01");
  await page.getByText("No messages match.").waitFor();
  // Links from before have another name for it.
  await page.goto(`${stage.baseUrl}/inbox?show=unread`);
  await expectSoon(() => box().inputValue()).toBe("is:unread");
  await box().fill("");
  await expectSoon(() => messages().count()).toBe(3);
});

test("a deleted message is restored from the toast, and by keyboard the next one follows", async () => {
  // The message that is shown without being opened.
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await page.getByRole("button", { name: "Delete from the inbox" }).click();
  await page.getByRole("heading", { name: "Your order 4711" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => messages().count()).toBe(3);
  await messages().filter({ hasText: "Your order 4711" }).click();
  await page.getByRole("heading", { name: "Your order 4711" }).waitFor();
  await page.getByRole("button", { name: "Delete from the inbox" }).click();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await expectSoon(() => messages().count()).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => messages().count()).toBe(3);
  await messages().filter({ hasText: "Your order 4711" }).focus();
  await page.keyboard.press("Delete");
  await messages().filter({ hasText: "Welcome" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Delete");
  await messages().filter({ hasText: "Reset your password" }).and(page.locator(":focus")).waitFor();
  await eventually(async () => expect((await list()).emails).toHaveLength(1));
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.nth(1).waitFor();
  await undo.first().click();
  await undo.click();
  await eventually(async () => expect((await list()).emails).toHaveLength(3));
});

test("if the first of two quick deletions fails, its message comes back, and a toast says so", async () => {
  const secondIsDone = Promise.withResolvers<void>();
  let deletions = 0;
  await page.route("**/api/inbox/delete", async (route) => {
    deletions += 1;
    if (deletions > 1) return await route.continue();
    await secondIsDone.promise;
    await route.fulfill({ status: 429, json: { error: { code: "rate_limited", message: "Too many." } } });
  });
  for (const subject of ["Your order 4711", "Welcome"]) {
    await messages().filter({ hasText: subject }).focus();
    await page.keyboard.press("Delete");
    await messages().filter({ hasText: subject }).waitFor({ state: "detached" });
  }
  await eventually(async () => expect((await list()).emails).toHaveLength(2));
  secondIsDone.resolve();
  await page.getByText("Could not delete the emails").waitFor();
  await expectSoon(() => messages().count()).toBe(2);
  await page.unroute("**/api/inbox/delete");
  const { emails } = await list();
  expect(emails.map(({ subject }) => subject)).toEqual(["Reset your password", "Your order 4711"]);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectSoon(() => messages().count()).toBe(3);
});

test("several messages are selected by pointer and by keyboard, marked, deleted and restored together", async () => {
  const box = (name: string) => page.getByRole("checkbox", { name });
  const selection = page.getByRole("region", { name: "Selection" });
  await box("Select Reset your password").click();
  await box("Select Welcome").click({ modifiers: ["Shift"] });
  await selection.getByText("3 selected").waitFor();
  await selection.getByRole("button", { name: "Mark selected as unread" }).click();
  await eventually(async () => expect((await list()).unread).toBe(3));
  await selection.waitFor({ state: "detached" });
  for (const subject of ["Your order 4711", "Welcome"]) {
    await messages().filter({ hasText: subject }).focus();
    await page.keyboard.press("x");
  }
  await selection.getByText("2 selected").waitFor();
  await selection.getByRole("button", { name: "Mark selected as read" }).click();
  await eventually(async () => expect(await unreadSubjects()).toEqual(["Reset your password"]));
  await box("Select all").click();
  await box("Select Reset your password").click();
  await selection.getByRole("button", { name: "Delete selected from the inbox" }).click();
  await expectSoon(() => messages().allTextContents()).toHaveLength(1);
  await page.getByText("2 emails deleted from the inbox").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectSoon(() => messages().count()).toBe(3);
});

test("in test mode, an operator releases a message through a relay, once the instance has one", async () => {
  const open = () => page.getByRole("button", { name: "Release to a real address" }).click();
  const dialog = page.getByRole("dialog", { name: "Release to a real address" });
  const settingsArrive = Promise.withResolvers<void>();
  await page.route("**/api/account", async (route) => {
    await settingsArrive.promise;
    await route.continue();
  });
  await page.reload();
  await open();
  expect(await dialog.getByText(/Sends a new email|test mode/).count()).toBe(0);
  expect(await dialog.getByLabel("Addresses").isDisabled()).toBe(true);
  settingsArrive.resolve();
  await dialog.getByText("In test mode, only operators can release mail.").waitFor();
  await page.unroute("**/api/account");
  expect(await dialog.getByRole("button", { name: "Release" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await runSql(stage.databaseUrl, "UPDATE people SET is_operator = true");
  await page.reload();
  await open();
  await dialog.getByText("none of this instance is enabled").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const { status } = await callApi(stage.baseUrl, "/api/instance/relays", {
    body: { name: "sink", url: `smtp://127.0.0.1:${sink.port}?tls=none` },
    cookie: stage.member.cookie,
  });
  expect(status).toBe(201);
  type Settings = { delivery: { release_relay: string | null } };
  const settings = () => callApi<Settings>(stage.baseUrl, "/api/account", { cookie: stage.member.cookie });
  await eventually(async () => expect((await settings()).body.delivery.release_relay).toBe("sink"));
  await open();
  await dialog.getByText("through the relay sink. All other mail stays in test mode.").waitFor();
  await dialog.getByLabel("Addresses").fill("real@example.org");
  const released = Promise.withResolvers<void>();
  await page.route("**/release", (route) => released.promise.then(() => route.continue()), { times: 1 });
  await dialog.getByRole("button", { name: "Release" }).click();
  const busy = dialog.locator("button[aria-busy=true]");
  await busy.waitFor();
  await page.keyboard.press("Escape");
  await busy.waitFor();
  released.resolve();
  await page.getByText("Released").first().waitFor();
  await eventually(() => expect(sink.messages).toHaveLength(1));
  await page.goBack();
});

test("if a message cannot be released, the page that the user has opened since says so", async () => {
  await page.goto(`${stage.baseUrl}/contacts`);
  await badge().click();
  await page.getByRole("button", { name: "Release to a real address" }).click();
  const dialog = page.getByRole("dialog", { name: "Release to a real address" });
  await dialog.getByText("through the relay sink").waitFor();
  await dialog.getByLabel("Addresses").fill("real@example.org");
  const left = Promise.withResolvers<void>();
  await page.route("**/release", (route) => left.promise.then(() => route.abort()), { times: 1 });
  await dialog.getByRole("button", { name: "Release" }).click();
  await page.goBack();
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  left.resolve();
  await page.getByText("Your email may not have been sent").waitFor();
  await page.goto(`${stage.baseUrl}/inbox`);
});

test("the page has no accessibility faults and does not scroll sideways", async () => {
  await expectAccessible(page);
});

test("the inbox is marked as read and cleared as a whole, and clearing is undone", async () => {
  await page.goto(`${stage.baseUrl}/inbox`);
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Inbox actions" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Mark all as read");
  await expectSoon(() => badge().textContent()).toBe("Inbox");
  expect(await unreadSubjects()).toEqual([]);
  await choose("Clear inbox");
  await page.getByText("The inbox is empty").waitFor();
  expect((await list()).emails).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => messages().count()).toBe(3);
  const kept = await callApi<{ emails: object[] }>(stage.baseUrl, "/api/v1/emails", {
    key: stage.member.key,
  });
  // With the released one.
  expect(kept.body.emails).toHaveLength(4);
});

test("opening and deleting messages of a later page keeps the place", async () => {
  const { baseUrl, member } = stage;
  const emails = Array.from({ length: 60 }, (_, n) => ({
    from: "shop@example.com",
    to: "ada@example.com",
    subject: `Number ${n + 1}`,
    text: "One of many.",
  }));
  await callApi(baseUrl, "/api/v1/emails/batch", { key: member.key, body: { emails } });
  await page.goto(`${baseUrl}/inbox`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByText("1–50 of 63 messages").waitFor();
  // A second press while the next page loads does not lead to the page after it.
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/inbox\?.*cursor=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const next = pages.getByRole("link", { name: "Next page" });
  await next.click();
  await expectSoon(() => next.getAttribute("aria-busy")).toBe("true");
  await next.click();
  await next.and(page.locator(":focus")).waitFor();
  expect(await pages.textContent()).toContain("1–50 of 63 messages");
  held.resolve();
  await pages.getByText("51–63 of 63 messages").waitFor();
  await page.unroute(/\/api\/inbox\?.*cursor=/);
  await messages().filter({ hasText: "Welcome" }).click();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  expect(await pages.textContent()).toContain("51–63 of 63 messages");
  await page.getByRole("button", { name: "Delete from the inbox" }).click();
  await messages().filter({ hasText: "Welcome" }).waitFor({ state: "detached" });
  await pages.getByRole("link", { name: "Previous page" }).click();
  await pages.getByText("1–50 of 62 messages").waitFor();
});

test("the open message is marked, and outside of the list, j begins at it", async () => {
  const colorOf = (nth: number) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelectorAll('[aria-label="Messages"] a')[${nth}]).borderLeftColor`,
    );
  await page.goto(`${stage.baseUrl}/inbox`);
  await messages().nth(2).waitFor();
  const marked = await colorOf(0);
  expect(await colorOf(2)).not.toBe(marked);
  await messages().nth(2).click();
  await page.mouse.move(0, 0);
  await expectSoon(() => colorOf(2)).toBe(marked);
  await page.getByRole("link", { name: "Overview" }).focus();
  await page.keyboard.press("j");
  expect(await focusedInList(page).getAttribute("href")).toBe(await messages().nth(2).getAttribute("href"));
});
