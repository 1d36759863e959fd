import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVisit, type Visit } from "../harness/browser.ts";
import { accessibilityFaults } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

let stage: Stage;
/** The owner's page. */
let page: Page;
/** Grace, who is invited, in a browser of her own. */
let grace: Visit;
/** Every page that the tests open. */
const visits: Visit[] = [];
/** Grace's invitation link. */
let graceLink = "";

beforeAll(async () => {
  stage = await openStage({ env: { SIGNUPS: "open" } });
  page = stage.page;
  visits.push(stage.visit);
  grace = await visit();
});
afterAll(() => stage?.close());
tellInChapters(() => page);

async function visit(): Promise<Visit> {
  const opened = await openVisit(stage.browser);
  visits.push(opened);
  return opened;
}

const GRACE = "grace@example.com";
const members = (somePage: Page) => somePage.getByRole("list", { name: "Members" }).getByRole("listitem");

async function invite(email: string, role: string): Promise<string> {
  await page.goto(`${stage.baseUrl}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption(role);
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = await page.getByRole("dialog", { name: "Send this link" }).locator("code").textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("list", { name: "Invitations" }).getByText(email).waitFor();
  // The link has the program's own address, localhost, which does not share cookies with the stage's address.
  return (link ?? "").replace(/^.*(?=\/invitation#)/, stage.baseUrl);
}

test("an owner invites a person, who joins with a password of her own", async () => {
  await page.goto(`${stage.baseUrl}/settings/members`);
  await expectSoon(() => members(page).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  graceLink = await invite(GRACE, "member");
  const found: string[] = [];
  grace.page.on("request", (request) => {
    if (request.url().endsWith("/api/invitations/find")) found.push(request.postData() ?? "");
  });
  await grace.page.goto(graceLink);
  await grace.page.getByRole("heading", { name: `Join ${stage.member.email}` }).waitFor();
  expect(await accessibilityFaults(grace.page)).toEqual([]);
  await grace.page.getByLabel("Your name").fill("Grace");
  await grace.page.getByLabel("Password", { exact: true }).fill("short");
  await grace.page.getByRole("button", { name: "Create login and join" }).click();
  await grace.page
    .getByText(/at least 6 characters/i)
    .first()
    .waitFor();
  await grace.page.getByLabel("Password", { exact: true }).fill("a password of hers");
  await grace.page.getByRole("button", { name: "Create login and join" }).click();
  await grace.page.getByRole("heading", { name: "Overview" }).waitFor();
  // On the way to the overview, the address has no token.
  expect(found).toEqual([JSON.stringify({ token: graceLink.replace(/.*#/, "") })]);

  await page.reload();
  await members(page).filter({ hasText: "Grace" }).waitFor();
  expect(await page.getByRole("list", { name: "Invitations" }).count()).toBe(0);
  await grace.page.goto(`${stage.baseUrl}/settings/members`);
  await members(grace.page).filter({ hasText: "Grace" }).getByText("You").waitFor();
  expect(await grace.page.getByRole("button", { name: "Invite" }).count()).toBe(0);
});

test("a used link says so", async () => {
  const other = await visit();
  await other.page.goto(graceLink);
  await other.page.getByRole("heading", { name: "This invitation cannot be accepted" }).waitFor();
  await other.page.getByText(/It may have been used.* Ask the person who invited you/).waitFor();
  expect(await accessibilityFaults(other.page)).toEqual([]);
});

test("a link without its token says so, and other errors can be retried", async () => {
  const other = await visit();
  await other.page.goto(`${stage.baseUrl}/invitation`);
  await other.page.getByText("The link is incomplete.").waitFor();
  await other.page.route("**/api/invitations/find", (route) =>
    route.fulfill({ status: 429, json: { error: { code: "rate_limited", message: "Too many requests." } } }),
  );
  await other.page.goto(graceLink);
  await other.page.getByText("Too many requests.").waitFor();
  await other.page.unroute("**/api/invitations/find");
  await other.page.getByRole("button", { name: "Try again" }).click();
  await other.page.getByRole("heading", { name: "This invitation cannot be accepted" }).waitFor();
});

test("a replaced link says so", async () => {
  const other = await visit();
  const link = await invite("other@example.com", "viewer");
  await page.getByRole("button", { name: "New link for other@example.com" }).click();
  await page.getByRole("dialog", { name: "Send this link" }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await other.page.goto(link);
  await other.page.getByRole("heading", { name: "This invitation cannot be accepted" }).waitFor();
  await other.page.getByText(/Ask the person who invited you/).waitFor();
  await page.getByRole("button", { name: "Revoke the invitation of other@example.com" }).click();
  await page.getByRole("list", { name: "Invitations" }).waitFor({ state: "detached" });
});

test("a role changes after confirmation only", async () => {
  const role = page.getByLabel(`Role of ${GRACE}`);
  const dialog = page.getByRole("dialog", { name: `Make ${GRACE} a viewer?` });
  await role.focus();
  await page.keyboard.press("ArrowDown");
  await dialog.getByText("They can see everything and change nothing.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await role.inputValue()).toBe("member");
  await role.and(page.locator(":focus")).waitFor();
});

test("a member who becomes a viewer sees everything, no buttons for changes, and the reason at settings", async () => {
  await page.getByLabel(`Role of ${GRACE}`).selectOption("viewer");
  await page.getByRole("button", { name: "Change role" }).click();
  await page.getByText(`${GRACE} is now a viewer`).waitFor();
  await grace.page.goto(`${stage.baseUrl}/keys`);
  await grace.page.getByText("View only").waitFor();
  const keys = grace.page.getByRole("table", { name: "API keys" });
  await keys.getByText("Full access").first().waitFor();
  expect(await grace.page.getByRole("button", { name: "Create key" }).count()).toBe(0);
  expect(await keys.getByRole("checkbox").count()).toBe(0);
  expect(await keys.getByRole("button").count()).toBe(0);
  await grace.page.goto(`${stage.baseUrl}/settings/account`);
  await grace.page.getByText("You are a viewer of this account").waitFor();
  expect(await grace.page.getByLabel("Account name").isDisabled()).toBe(true);
  expect(await grace.page.getByRole("button", { name: "Save account" }).isDisabled()).toBe(true);
  expect(await grace.page.getByRole("button", { name: "Change password" }).isDisabled()).toBe(false);
});

test("the last owner cannot leave, and sees what to do first", async () => {
  await page.getByRole("button", { name: "Leave the account" }).click();
  await page.getByRole("button", { name: "Leave account" }).click();
  await page.getByText("Make another member an owner first.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
});

/** Opens the user menu when its list of accounts is loaded and shown. */
async function openUserMenu(somePage: Page): Promise<string[]> {
  const loading = somePage.waitForResponse((response) => response.url().endsWith("/api/accounts"));
  await somePage.getByRole("button", { name: /ada@example.com/ }).click();
  const { accounts } = (await (await loading).json()) as { accounts: { name: string }[] };
  await somePage.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  return accounts.map(({ name }) => name);
}

test("a person with two accounts switches between them, and keeps one when removed from the other", async () => {
  const ada = await visit();
  await ada.page.goto(`${stage.baseUrl}/signup`);
  await ada.page.getByLabel("Email").fill("ada@example.com");
  await ada.page.getByLabel("Password", { exact: true }).fill("a password of hers");
  await ada.page.getByRole("button", { name: "Create account" }).click();
  await ada.page.getByRole("heading", { name: "Overview" }).waitFor();
  // She is signed in, so she needs no password.
  await ada.page.goto(await invite("ada@example.com", "viewer"));
  await ada.page.getByRole("button", { name: "Join", exact: true }).click();
  await ada.page.getByRole("heading", { name: "Overview" }).waitFor();
  const accountName = async () => {
    await ada.page.goto(`${stage.baseUrl}/settings/account`);
    return await ada.page.getByLabel("Account name").inputValue();
  };
  expect(await accountName()).toBe(stage.member.email);
  await ada.page.getByText("View only").waitFor();
  await openUserMenu(ada.page);
  await ada.page.evaluate("window.isBeforeSwitch = true");
  await ada.page.getByRole("menuitemradio", { name: "ada@example.com" }).click();
  await ada.page.getByRole("heading", { name: "Overview" }).waitFor();
  // The dashboard loaded again, so nothing of the other account is left.
  expect(await ada.page.evaluate("window.isBeforeSwitch")).toBeUndefined();
  await openUserMenu(ada.page);
  await ada.page.getByRole("menuitem", { name: "Settings" }).click();
  await expectSoon(() => ada.page.getByLabel("Account name").inputValue()).toBe("ada@example.com");
  expect(await ada.page.getByText("View only").count()).toBe(0);
  await ada.page.getByLabel("Account name").fill("Ada's shop");
  await ada.page.getByRole("button", { name: "Save account" }).click();
  await ada.page.getByText("Saved").waitFor();
  await openUserMenu(ada.page);
  await ada.page.getByRole("menuitemradio", { name: "Ada's shop" }).waitFor();

  await page.goto(`${stage.baseUrl}/settings/members`);
  await page.getByRole("button", { name: "Remove ada@example.com" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await page.getByText("ada@example.com was removed").waitFor();
  expect(await accountName()).toBe("Ada's shop");
  expect(await openUserMenu(ada.page)).toEqual(["Ada's shop"]);
  expect(await ada.page.getByRole("menuitemradio", { name: stage.member.email }).count()).toBe(0);
});

test("no page violated its policy or threw (K5)", () => {
  for (const { watch } of visits) expect(watch.faults).toEqual([]);
});
