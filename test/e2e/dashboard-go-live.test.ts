import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults, expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";

const name = "shop.example";
let stage: Stage;
let page: Page;
let dns: DnsStub;
let sink: SmtpSink;

beforeAll(async () => {
  dns = await startDnsServer({});
  dns.set(`${name} NS`, ["ada.ns.cloudflare.com"]);
  sink = await startSmtpSink();
  // With closed sign-up, the member is the default admin, who is an operator.
  const env = { DNS_SERVERS: dns.address, INBOUND_HOST: "in.posthouse.example", SIGNUPS: "closed" };
  stage = await openStage({ env });
  page = stage.page;
});
afterAll(async () => {
  await stage?.close();
  await sink?.close();
  await dns?.close();
});
tellInChapters(() => page);

const chip = () =>
  page.getByRole("complementary", { name: "Sidebar" }).getByRole("link", { name: /^(Test mode|Live)$/ });
const dialog = () => page.getByRole("dialog");

test("the chip beside the logo says test mode, and leads to the setting", async () => {
  await page.goto(`${stage.baseUrl}/emails`);
  await chip().getByText("Test mode").waitFor();
  await chip().click();
  await page.getByRole("radio", { name: /^Test mode/ }).waitFor();
  expect(await page.getByRole("radio", { name: /^Test mode/ }).isChecked()).toBe(true);
  await expectAccessible(page, "the setting");
});

test("a relay is added and tested in the guide; a failed test names the form's fields", async () => {
  await page.goto(`${stage.baseUrl}/go-live`);
  await page.getByRole("button", { name: "Add relay" }).click();
  await dialog().getByLabel("Name", { exact: true }).fill("sink");
  await dialog().getByLabel("Host", { exact: true }).fill("127.0.0.1");
  await dialog().getByLabel("Port").fill(String(sink.port));
  await dialog().getByLabel("Encryption").selectOption("starttls");
  await dialog().getByRole("button", { name: "Add and test" }).click();
  await dialog()
    .getByText(/Choose “Implicit TLS \(SMTPS\)” with port 465 under Encryption/)
    .waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByText("Test failed").waitFor();
  await expectAccessible(page, "the first step");
});

test("going live asks first, and says what becomes of test mail", async () => {
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog().getByLabel("Encryption").selectOption("none");
  await dialog().getByRole("button", { name: "Save relay" }).click();
  await dialog()
    .getByText(/responds/)
    .waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByText("Test passed").waitFor();
  await page.getByRole("button", { name: "Go live" }).click();
  await dialog().getByText("New emails are sent to their recipients.").waitFor();
  await dialog().getByRole("button", { name: "Go live" }).click();
  await page.getByRole("heading", { name: "Which domain do you send from?" }).waitFor();
  await chip().getByText("Live").waitFor();
});

test("the records of a new domain are ticked off while the page is open", async () => {
  await page.getByLabel("Domain").fill(name);
  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByText("Cloudflare").waitFor();
  const first = page.getByRole("list", { name: "Add these first" }).getByRole("listitem");
  await first.first().waitFor();
  expect(await first.count()).toBe(4);
  await page.getByText("0 of 4 found").waitFor();
  await expectAccessible(page, "the second step");
  for (const item of await first.all()) {
    const [host, value = ""] = await item.locator("code").allTextContents();
    const [type] = ((await item.getAttribute("aria-label")) ?? "").split(" ");
    const [preference, exchange] = value.split(" ");
    const data = type === "MX" ? { preference: Number(preference), exchange } : value.match(/.{1,255}/g);
    dns.set(`${host}.${name} ${type}`, [data]);
  }
  await page.getByText("4 of 4 found").waitFor();
  // The place is in the address bar.
  await page.reload();
  await page.getByText("4 of 4 found").waitFor();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
});

test("a test email is watched until it is delivered", async () => {
  await page.getByLabel("To").fill("me@example.org");
  expect(await page.getByLabel("From").inputValue()).toBe(`hello@${name}`);
  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByRole("heading", { name: "You are live" }).waitFor();
  expect(sink.messages.at(-1)?.recipients).toEqual(["me@example.org"]);
  await expectAccessible(page, "the third step");
  await page.reload();
  await page.getByRole("heading", { name: "You are live" }).waitFor();
});

test("the overview keeps one line of first steps after the first email", async () => {
  await page.goto(`${stage.baseUrl}/`);
  const strip = page.getByRole("region", { name: /First steps/ });
  await strip.waitFor();
  expect((await strip.boundingBox())?.height).toBe(48);
  await expectAccessible(page, "the overview");
});

test("switching back to test mode is confirmed, and shown at once", async () => {
  await chip().click();
  await page.getByRole("radio", { name: /^Test mode/ }).check();
  await page.getByRole("button", { name: "Switch to test mode" }).click();
  await dialog().getByText("New emails stay in the inbox, and nothing is sent.").waitFor();
  await dialog().getByRole("button", { name: "Switch to test mode" }).click();
  await chip().getByText("Test mode").waitFor();
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page.getByText("Delivery mode").first().waitFor();
});

test("a mode of the environment is shown with its variable, and cannot be changed", async () => {
  const fixed = await openStage({ env: { DELIVERY: "direct", SIGNUPS: "closed" } });
  try {
    await fixed.page.goto(`${fixed.baseUrl}/settings/delivery`);
    await fixed.page.getByText("Set by the environment variable DELIVERY.").waitFor();
    expect(await fixed.page.getByRole("radio", { name: /^Direct/ }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(fixed.page)).toEqual([]);
  } finally {
    await fixed.close();
  }
});
