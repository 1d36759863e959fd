import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { shownCode } from "../harness/authenticator.ts";
import { openVisit } from "../harness/browser.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/database.ts";

let stage: Stage;
let page: Page;
let secret = "";
let recoveryCodes: string[] = [];

beforeAll(async () => {
  stage = await openStage({ roles: ["api"] });
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const dialog = () => page.getByRole("dialog");
const card = () => page.getByRole("region", { name: "Authenticator app" });
const button = (name: string) => dialog().getByRole("button", { name });

async function enterPassword(password = stage.member.password): Promise<void> {
  await dialog().getByLabel("Your password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

async function signOutAndIn(): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${stage.baseUrl}/signin`);
  await page.getByLabel("Email").fill(stage.member.email);
  await page.getByLabel("Password", { exact: true }).fill(stage.member.password);
  await page.keyboard.press("Enter");
}

/** The texts of the codes on the page. */
async function readCodes(): Promise<string[]> {
  await dialog().getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  return await dialog().getByRole("listitem").allInnerTexts();
}

test("an authenticator app is added with the password, a picture to scan, and its first code", async () => {
  await page.goto(`${stage.baseUrl}/settings`);
  await card().getByText("Sign-in needs only your password.").waitFor();
  await card().getByRole("button", { name: "Add authenticator app" }).click();
  await enterPassword("wrong");
  await dialog().getByText("Incorrect password.").waitFor();
  await enterPassword();
  const picture = dialog().getByRole("img", { name: "QR code for the authenticator app" });
  await picture.waitFor();
  secret = await dialog()
    .getByText(/^[A-Z2-7]{32}$/)
    .innerText();
  const uri = new TOTP({
    issuer: "Posthouse",
    label: stage.member.email,
    secret: Secret.fromBase32(secret),
  }).toString();
  const modules = encode(uri, { border: 4 }).data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  expect(await picture.locator("path").getAttribute("d")).toBe(modules.join(""));

  await dialog().getByLabel("Code from the app").fill("000000");
  await button("Confirm").click();
  await dialog().getByText("This code is not valid. It may be too old or already used.").waitFor();
  await dialog()
    .getByLabel("Code from the app")
    .fill(await shownCode(secret, -1));
  await button("Confirm").click();
  recoveryCodes = await readCodes();
  expect(recoveryCodes).toHaveLength(10);
});

test("recovery codes are kept as a file, and their dialog does not close by accident", async () => {
  const saving = page.waitForEvent("download");
  await button("Download codes").click();
  const file = await readFile(await (await saving).path(), "utf8");
  for (const code of recoveryCodes) expect(file).toContain(code);
  await page.keyboard.press("Escape");
  await button("Done").click();
  await card()
    .getByText(/Sign-in asks for a code\. Added just now\. 10 recovery codes left\./)
    .waitFor();
});

test("sign-in asks for the code after the password, and says what is wrong with it (A21)", async () => {
  await signOutAndIn();
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  // Another person may have no second factor.
  await page.getByLabel("Email").fill("grace@example.com");
  await code.waitFor({ state: "detached" });
  await page.getByLabel("Email").fill(stage.member.email);
  await page.keyboard.press("Enter");
  await code.waitFor();
  await expectSoon(() => page.evaluate<string>("document.activeElement.name")).toBe("code");
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await page.getByText("This code is not valid. It may be too old or already used.").waitFor();
  const digits = await shownCode(secret);
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

test("a recovery code signs in once", async () => {
  await signOutAndIn();
  await page.getByLabel("Code", { exact: true }).fill("not-a-code");
  await page.keyboard.press("Enter");
  await page.getByText("This recovery code is not valid. It may have been used or replaced.").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(recoveryCodes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`${stage.baseUrl}/settings`);
  await card().getByText("9 recovery codes left.").waitFor();
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page.getByRole("row", { name: /Used.*Recovery code/ }).waitFor();
  await page
    .getByRole("row", { name: /Refused.*correct password, wrong code/ })
    .first()
    .waitFor();
});

test("an invitation asks for the code too", async () => {
  const { baseUrl, member } = stage;
  const owner = await signUpAndCreateKey(stage.posthouse);
  const invited = await callApi<{ link: string }>(baseUrl, "/api/invitations", {
    cookie: owner.cookie,
    body: { email: member.email, role: "viewer" },
  });
  const visit = await openVisit(stage.browser);
  await visit.page.goto(invited.body.link.replace(/^.*(?=\/invitation#)/, baseUrl));
  await visit.page.getByLabel("Your password").fill(member.password);
  await visit.page.keyboard.press("Enter");
  await visit.page.getByLabel("Code", { exact: true }).fill(recoveryCodes[1] ?? "");
  await visit.page.keyboard.press("Enter");
  await visit.page.getByRole("heading", { name: "Overview" }).waitFor();
  await visit.close();
});

test("if the second factor cannot be loaded, the other settings are still there", async () => {
  await page.route("**/api/second-factor", (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "unavailable", message: "The database is busy." } },
    }),
  );
  await page.goto(`${stage.baseUrl}/settings`);
  await card().getByText("The database is busy.").waitFor();
  await page.getByRole("heading", { name: "Password" }).waitFor();
  await page.unroute("**/api/second-factor");
  await card().getByRole("button", { name: "Try again" }).click();
  await card().getByText("Sign-in asks for a code.").waitFor();
  for (const fault of stage.visit.watch.faults.splice(0)) expect(fault).toContain("503");
});

test("few codes are a warning, and new ones replace them", async () => {
  await runSql(
    stage.databaseUrl,
    "DELETE FROM recovery_codes WHERE code_hash NOT IN (SELECT code_hash FROM recovery_codes LIMIT 1)",
  );
  await page.goto(`${stage.baseUrl}/settings`);
  await card().getByText("1 recovery code left.").waitFor();
  await card().getByRole("button", { name: "Replace recovery codes" }).click();
  // The response is shown only once, so the dialog waits for it.
  await page.route("**/api/second-factor/recovery-codes", async (route) => {
    await expectSoon(() => button("Cancel").isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await route.continue();
  });
  await enterPassword();
  const renewed = await readCodes();
  expect(renewed).toHaveLength(10);
  expect(renewed.some((code) => recoveryCodes.includes(code))).toBe(false);
  await button("Done").click();
  await card().getByText("10 recovery codes left.").waitFor();
});

test("after removal, with the password, sign-in asks for no code", async () => {
  await card().getByRole("button", { name: "Remove" }).click();
  await enterPassword();
  await dialog().waitFor({ state: "detached" });
  await card().getByText("Sign-in needs only your password.").waitFor();
  await signOutAndIn();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

test("without the QR code, the key is enough to add an app", async () => {
  await page.route(/\/qr-code-[\w-]+\.js$/, (route) => route.abort());
  await page.goto(`${stage.baseUrl}/settings`);
  await card().getByRole("button", { name: "Add authenticator app" }).click();
  await enterPassword();
  await dialog().getByText("The QR code could not be loaded.").waitFor();
  await dialog()
    .getByText(/^[A-Z2-7]{32}$/)
    .waitFor();
  await button("Cancel").click();
  expect(stage.visit.watch.faults.splice(0)).toEqual([expect.stringContaining("ERR_FAILED")]);
});

test("no page violated its policy, threw, or opened a dialog (K5)", () => {
  const { watch } = stage.visit;
  expect(watch.faults).toEqual([]);
  expect(watch.dialogs).toEqual([]);
});
