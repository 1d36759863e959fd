import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { focusedInList } from "../harness/browser-rows.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/run-sql.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";

let defaultRelay: SmtpSink;
let relay: SmtpSink;
let stage: Stage;
let page: Page;

beforeAll(async () => {
  defaultRelay = await startSmtpSink();
  relay = await startSmtpSink({ auth: ["PLAIN"], script: { auth: "535 5.7.8 no" } });
  stage = await openStage({
    env: {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${defaultRelay.port}`,
      SIGNUPS: "open",
      REQUIRE_VERIFIED_DOMAIN: "off",
    },
  });
  // Only an operator's relay may be on this machine.
  await runSql(stage.databaseUrl, "UPDATE people SET is_operator = true");
  page = stage.page;
});
afterAll(async () => {
  await stage?.close();
  await defaultRelay?.close();
  await relay?.close();
});
tellInChapters(() => page);

const section = (name: string) => page.getByRole("region", { name });
const dialog = () => page.getByRole("dialog");
const field = (label: string) => dialog().getByLabel(label, { exact: true });
const remove = async (name: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog()
    .getByRole("button", { name: /^Delete / })
    .click();
};
const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();

test("without rules the page shows where mail goes, and what to do", async () => {
  await page.goto(`${stage.baseUrl}/routing`);
  await page.getByRole("heading", { name: "No rules" }).waitFor();
  await section("Rules").getByText(`the relay 127.0.0.1:${defaultRelay.port}`).waitFor();
  await page.getByRole("heading", { name: "No relays" }).waitFor();
});

test("a new relay is tested at once, and the test shows the problem", async () => {
  await section("Relays").getByRole("button", { name: "Add relay" }).click();
  await field("Name").fill("mailgun-eu");
  await field("Host").fill("127.0.0.1");
  await field("Port").fill(String(relay.port));
  await field("Encryption").selectOption("none");
  await field("Username").fill("ada");
  await press("Add and test");
  await expectSoon(() => dialog().locator('p[id$="-error"]').allInnerTexts()).toEqual([
    "Is required for this user and host.",
  ]);
  await field("Password").fill("wrong");
  await press("Add and test");
  await dialog()
    .getByText(/535 5.7.8 no.*Check the user name and password/)
    .waitFor();
  relay.setScript({});
  await press("Test again");
  await dialog()
    .getByText(/responds and accepts the user name and password/)
    .waitFor();
  await press("Done");
  await section("Relays").getByText("Test passed").waitFor();
});

test("rules are added, reordered and disabled", async () => {
  await section("Rules").getByRole("button", { name: "Add rule" }).click();
  await field("Name").fill("Quarantine");
  await field("Sender domain").fill("not a domain");
  await dialog().getByText("Hold", { exact: true }).click();
  await press("Add rule");
  await expectSoon(() => dialog().locator('p[id$="-error"]').allInnerTexts()).toEqual([
    expect.stringMatching(/example.com/),
  ]);
  await field("Sender domain").fill("quarantine.example");
  await press("Add rule");
  await section("Rules").getByText("Holds mail from quarantine.example.").waitFor();
  await section("Rules").getByRole("button", { name: "Add rule" }).click();
  await field("Name").fill("To ours");
  await field("Recipient domain").fill("ours.example");
  await field("Add relay").selectOption({ label: "mailgun-eu" });
  await press("Add rule");
  const names = () => section("Rules").getByRole("listitem").getByRole("heading").allInnerTexts();
  await expectSoon(names).toEqual(["Quarantine", "To ours"]);
  // Each button keeps the focus, also at an end of the list.
  for (const [step, order] of [
    ["Move To ours up", ["To ours", "Quarantine"]],
    ["Move To ours down", ["Quarantine", "To ours"]],
    ["Move To ours up", ["To ours", "Quarantine"]],
  ] as const) {
    await section("Rules").getByRole("button", { name: step }).press("Enter");
    await expectSoon(names).toEqual(order);
    await expectSoon(() => page.evaluate("document.activeElement.ariaLabel")).toBe(step);
  }
  await section("Rules").getByRole("checkbox", { name: "Enable Quarantine" }).click();
  await expectSoon(names).toEqual(
    ["To ours", "Quarantine Disabled"].map((name) => expect.stringMatching(name.replace(" ", "\\s*"))),
  );
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("j and k move through the rules and the relays", async () => {
  await page.getByRole("heading", { name: "Routing", level: 1 }).click();
  const focused = focusedInList(page).getByRole("heading");
  for (const [key, name] of [
    ["j", /^To ours/],
    ["j", /^Quarantine/],
    ["j", /^mailgun-eu/],
    ["k", /^Quarantine/],
  ] as const) {
    await page.keyboard.press(key);
    await expectSoon(() => focused.textContent()).toMatch(name);
  }
});

test("an email's page shows its route, and why", async () => {
  const { body } = await callApi<{ id: string }>(stage.baseUrl, "/api/v1/send", {
    key: stage.member.key,
    body: { to: "ada@ours.example", subject: "Hello", text: "Hello" },
  });
  await page.goto(`${stage.baseUrl}/emails/${body.id}`);
  await page
    .getByText("By relay mailgun-eu: rule 1 “To ours” sends mail to ours.example by relay mailgun-eu.")
    .waitFor();
  expect(relay.messages).toHaveLength(1);
  await page.goto(`${stage.baseUrl}/routing`);
  await section("Relays").getByText("Working", { exact: true }).waitFor();
});

test("operators add pools, from which rules of the instance send, and the audit log says so", async () => {
  await runSql(stage.databaseUrl, "UPDATE people SET is_operator = true");
  await page.goto(`${stage.baseUrl}/routing`);
  await page.getByLabel("Scope").selectOption("instance");
  await section("Pools").getByRole("button", { name: "Add pool" }).first().click();
  await field("Name").fill("bulk");
  await field("Address").fill("not an address");
  await field("EHLO name").fill("out1.example.com");
  await press("Add pool");
  await dialog().getByText("Must be an IPv4 or IPv6 address.").waitFor();
  await field("Address").fill("192.0.2.1");
  await press("Add pool");
  await section("Pools").getByText("192.0.2.1 as out1.example.com").waitFor();
  await section("Rules").getByRole("button", { name: "Add rule" }).first().click();
  await field("Name").fill("Newsletters");
  await dialog().getByLabel("Direct").check();
  await field("Source addresses").selectOption({ label: "Pool bulk" });
  await press("Add rule");
  await section("Rules")
    .getByText(/directly to its recipients' servers via pool bulk/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await remove("bulk");
  await dialog()
    .getByText(/The rule “Newsletters” uses this pool/)
    .waitFor();
  await press("Cancel");
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page.getByText("Pool bulk (instance)").first().waitFor();
  await page.getByText("sources: 192.0.2.1 as out1.example.com").first().waitFor();
  await page.goto(`${stage.baseUrl}/routing`);
});

test("a relay or pool of a rule cannot be deleted before the rule", async () => {
  await remove("mailgun-eu");
  await dialog()
    .getByText(/The rule “To ours” uses this relay/)
    .waitFor();
  await press("Cancel");
  await remove("To ours");
  await remove("mailgun-eu");
  await page.getByRole("heading", { name: "No relays" }).waitFor();
});
