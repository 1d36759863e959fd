import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, overflowOf } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { focusedInList } from "../harness/browser-rows.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { runSql } from "../harness/run-sql.ts";

const name = "shop.example";
let stage: Stage;
let page: Page;
let dns: DnsStub;

beforeAll(async () => {
  dns = await startDnsServer({});
  stage = await openStage({ env: { DNS_SERVERS: dns.address, INBOUND_HOST: "in.posthouse.example" } });
  page = stage.page;
});
afterAll(async () => {
  await stage?.close();
  await dns?.close();
});
tellInChapters(() => page);

const checkNow = () => page.getByRole("button", { name: "Check now" }).click();
const record = (start: string) => page.getByRole("listitem", { name: start }).first();

/** Publishes the records that the page shows. */
async function publish(): Promise<void> {
  for (const item of await page.getByRole("listitem", { name: /^(TXT|MX) / }).all()) {
    const [, value = ""] = await item.locator("code").allTextContents();
    const [type, at] = ((await item.getAttribute("aria-label")) ?? "").split(" ");
    const [preference, exchange] = value.split(" ");
    const data = type === "MX" ? { preference: Number(preference), exchange } : value.match(/.{1,255}/g);
    dns.set(`${at} ${type}`, [data]);
  }
}

test("a domain is added, and an invalid one is an error at its field", async () => {
  await page.goto(`${stage.baseUrl}/domains`);
  await page.getByRole("heading", { name: "No domains yet" }).waitFor();
  await page.getByRole("button", { name: "Add domain" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Domain").fill("not a domain");
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await expectSoon(() => dialog.getByLabel("Domain").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Domain").fill(` ${name.toUpperCase()} `);
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.getByText("Waiting for DNS").waitFor();
});

test("a second choice of the rotation is saved after the first, and neither waits for the DNS", async () => {
  const rotation = page.getByLabel("Automatic rotation");
  const held = Promise.withResolvers<void>();
  const [checks, changes] = ["**/api/domains/*/check", `**/api/domains/${name}`];
  await page.route(checks, () => undefined);
  await page.route(changes, async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.continue();
  });
  await rotation.selectOption("180");
  await rotation.selectOption("365");
  expect(await rotation.inputValue()).toBe("365");
  held.resolve();
  await page.getByText("Rotation saved").nth(1).waitFor();
  const { cookie } = stage.member;
  const { body } = await callApi<object>(stage.baseUrl, `/api/domains/${name}`, { cookie });
  expect(body).toMatchObject({ rotate_every_days: 365 });
  await page.unroute(checks);
  await page.unroute(changes);
});

test("each record shows the value found and the problem", async () => {
  dns.set(`${name} TXT`, ["v=spf1 include:_spf.other.example -all"]);
  await checkNow();
  await page.getByText("0 of 10 records verified", { exact: true }).waitFor();
  await record("TXT _posthouse.").getByText("Missing").waitFor();
  const spf = record(`TXT ${name}`);
  await spf.getByText("v=spf1 include:_spf.other.example -all", { exact: true }).waitFor();
  await spf
    .getByText(`v=spf1 include:_spf.other.example include:bounce.${name} -all`, { exact: true })
    .first()
    .waitFor();
  await spf.getByText(`Add include:bounce.${name} before its -all.`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("a domain with all records is verified and signs, and its keys can be rotated", async () => {
  // The optional records are open, because one of them is wrong.
  await page.getByText("Recommended (4)").click();
  await publish();
  await checkNow();
  await page.getByText("10 of 10 records verified", { exact: true }).waitFor();
  await page.getByText("Verified", { exact: true }).first().waitFor();
  await page.getByText("Mail is signed with RSA-2048 and Ed25519.").waitFor();
  await page.getByRole("button", { name: "Rotate keys" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate keys" }).click();
  // The retired keys are two further optional records.
  await page.getByText("Optional (4)").waitFor();
  expect(await page.getByRole("button", { name: "Rotate keys" }).isDisabled()).toBe(true);
  await page.getByLabel("Automatic rotation").selectOption("180");
  await page.getByText("Rotation saved").waitFor();
});

test("the zone file contains the records on the page", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Zone file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${name}.zone`);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(`bounce.${name}. IN MX 10 in.posthouse.example.`);
});

test("stored reports are shown with their figures, newest day first, and k and j move through them", async () => {
  const [today, before] = [0, 1].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  await runSql(
    stage.databaseUrl,
    `INSERT INTO domain_report_days (account_id, domain, day, kind, source,
       messages, passed, dkim_passed, spf_passed, quarantined, rejected, failure)
     SELECT account_id, name, r.* FROM domains, (VALUES
       ('${today}'::date, 'dmarc', '192.0.2.7', 1234, 1200, 1199, 1100, 14, 20, NULL),
       ('${before}', 'dmarc', '2001:db8::25', 1, 1, 0, 1, 0, 0, NULL),
       ('${before}', 'tls', 'sts', 60, 49, 0, 0, 0, 0, 'certificate-expired')) r`,
  );
  await page.reload();
  const reports = page.getByRole("list", { name: "Reports" }).getByRole("listitem");
  const texts = async () => (await reports.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  await expectSoon(texts).toEqual([
    `${today} 192.0.2.7 1,234 messages 34 of 1,234 not aligned; 20 rejected, 14 quarantined`,
    `${before} TLS, policy sts 60 sessions 11 of 60 failed: certificate-expired`,
    `${before} 2001:db8::25 1 message all aligned, SPF only`,
  ]);
  const focused = focusedInList(page);
  await page.locator("main").focus();
  await page.keyboard.press("k");
  expect(await focused.innerText()).toContain("2001:db8::25");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  expect(await focused.innerText()).toContain("192.0.2.7");
  await page.keyboard.press("j");
  expect(await focused.innerText()).toContain("TLS, policy sts");
});

test("on a phone in the dark theme, nothing is cut off", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  // Without a reload, the colors would still be in transition from light to dark.
  await page.reload();
  await page.getByText("10 of 10 records verified", { exact: true }).waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Domains" }).click();
  await page.getByRole("table", { name: "Domains" }).getByText("Verified").first().waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("a domain is removed after its name is typed", async () => {
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Remove domain" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "Remove domain" }).click();
  await page.getByRole("heading", { name: "No domains yet" }).waitFor();
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
