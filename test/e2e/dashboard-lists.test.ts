import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { exportList } from "../harness/browser-export.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { addVerifiedDomain } from "../harness/verified-domain.ts";

/** The lists of API keys, webhooks, domains and the audit log: search, total, selection, export. */

let stage: Stage;
let page: Page;
let dns: DnsStub;

const HOOKS = ["https://a.example/hook", "https://b.example/hook", "https://c.example/hook"];

beforeAll(async () => {
  dns = await startDnsServer({});
  stage = await openStage({
    env: { DNS_SERVERS: dns.address, INBOUND_HOST: "in.posthouse.example" },
    visit: { viewport: { width: 1440, height: 900 } },
  });
  page = stage.page;
  const { key } = stage.member;
  for (const permission of ["full", "send", "read"]) await createKey(`Key to ${permission}`, permission);
  for (const url of HOOKS)
    await api("/api/v1/webhooks", { key, body: { url, types: url === HOOKS[0] ? [] : ["email.bounced"] } });
  for (const name of ["a.example", "b.example"]) await api("/api/v1/domains", { key, body: { name } });
  await addVerifiedDomain(stage.posthouse, { name: "verified.example", key, dns });
});
afterAll(async () => {
  await stage?.close();
  await dns?.close();
});
tellInChapters(() => page);

const api = <T>(path: string, call: Parameters<typeof callApi>[2]) => callApi<T>(stage.baseUrl, path, call);
const createKey = (name: string, permission: string) =>
  api("/api/keys", { cookie: stage.member.cookie, body: { name, permission } });

const table = (name: string) => page.getByRole("table", { name });
/** The rows without the heads. */
const rows = (name: string) => table(name).locator("tbody tr");
const box = () => page.getByRole("combobox", { name: /^Search/ });
const footer = () => page.getByRole("navigation", { name: "Pages" });
const dialog = () => page.getByRole("dialog");
const selection = () => page.getByRole("region", { name: "Selection" });
const query = () => Object.fromEntries(new URL(page.url()).searchParams);

/** Opens a page by its address, which has its filters too. */
async function open(path: string, list: string): Promise<void> {
  await openPath(page, stage.baseUrl, path);
  await page.locator(`table[aria-label="${list}"][aria-busy="false"]`).waitFor();
}

test("keys are searched by name and permission, and the filters are in the URL", async () => {
  await open("/keys", "API keys");
  await expectSoon(() => footer().textContent()).toBe("4 keys");
  await box().pressSequentially("perm");
  await box().press("ArrowDown");
  await box().press("Enter");
  await page.getByRole("option", { name: "send" }).click();
  await expectSoon(() => rows("API keys").count()).toBe(1);
  expect(query()).toEqual({ permission: "send" });
  await box().fill("permission:send permission:read key to");
  await expectSoon(() => footer().textContent()).toBe("2 keys");
  await page.reload();
  await expectSoon(() => rows("API keys").count()).toBe(2);
  expect(await box().inputValue()).toBe("permission:send permission:read key to");
  await expectAccessible(page);
  await box().fill("permission:root");
  await page.getByText("“root” is not a valid value of permission. Use full, send, read.").waitFor();
  await box().fill("nothing of the kind");
  await page.getByRole("heading", { name: "No keys match" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expectSoon(() => rows("API keys").count()).toBe(4);
});

test("several keys are revoked by keyboard, after a confirmation", async () => {
  await page.locator("main").focus();
  for (const name of ["Key to read", "Key to send"]) {
    await page.keyboard.press("j");
    expect(await page.locator("tr:focus-within").textContent()).toContain(name);
    await page.keyboard.press("x");
  }
  await selection().getByText("2 keys selected").waitFor();
  await selection().getByRole("button", { name: "Revoke" }).click();
  await dialog().getByRole("button", { name: "Back" }).click();
  expect(await rows("API keys").count()).toBe(4);
  await selection().getByRole("button", { name: "Revoke" }).click();
  await dialog().getByRole("button", { name: "Revoke keys" }).click();
  await dialog().getByText("2 keys changed.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog().getByRole("button", { name: "Done" }).click();
  await selection().waitFor({ state: "detached" });
  await expectSoon(() => footer().textContent()).toBe("2 keys");
  const { body } = await api<{ keys: { name: string }[] }>("/api/keys", { cookie: stage.member.cookie });
  expect(body.keys.map(({ name }) => name)).toEqual(["Key to full", "test"]);
});

test.each([
  ["/keys?permission=full&search=key", "API keys", "api-keys.csv"],
  ["/webhooks?search=a.example", "Webhooks", "webhooks.csv"],
  ["/domains?status=verified", "Domains", "domains.csv"],
])("the rows of %s are exported", async (address, list, file) => {
  await open(address, list);
  const exported = await exportList(page);
  expect([exported.file, exported.rows.length]).toEqual([file, 1]);
});

test("webhooks are searched by status and type, and several are disabled and enabled", async () => {
  await open("/webhooks?type=email.opened", "Webhooks");
  // The webhook without types gets all of them.
  await expectSoon(() => footer().textContent()).toBe("1 webhook");
  expect(await box().inputValue()).toBe("type:email.opened");
  await box().fill("type:email.bounced b.example");
  await expectSoon(() => rows("Webhooks").allTextContents()).toEqual([expect.stringContaining("b.example")]);
  expect(query()).toEqual({ type: "email.bounced", search: "b.example" });
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expectSoon(() => footer().textContent()).toBe("3 webhooks");
  await expectAccessible(page);
  for (const url of HOOKS.slice(0, 2)) await page.getByRole("checkbox", { name: `Select ${url}` }).check();
  await selection().getByRole("button", { name: "Disable" }).click();
  await dialog().getByRole("button", { name: "Disable webhooks" }).click();
  await dialog().getByText("2 webhooks changed.").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await box().fill("status:disabled");
  await expectSoon(() => footer().textContent()).toBe("2 webhooks");
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await selection().getByRole("button", { name: "Enable" }).click();
  await dialog().getByRole("button", { name: "Enable webhooks" }).click();
  await dialog().getByText("2 webhooks changed.").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "No webhooks match" }).waitFor();
  const { body } = await api<{ webhooks: { enabled: boolean }[] }>("/api/v1/webhooks", {
    key: stage.member.key,
  });
  expect(body.webhooks.map(({ enabled }) => enabled)).toEqual([true, true, true]);
});

test("domains are searched by status, and several are checked again", async () => {
  await open("/domains", "Domains");
  await expectSoon(() => footer().textContent()).toBe("3 domains");
  await box().pressSequentially("status:pen");
  await box().press("ArrowDown");
  await box().press("Enter");
  await expectSoon(() => footer().textContent()).toBe("2 domains");
  expect(query()).toEqual({ status: "pending" });
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await selection().getByRole("button", { name: "Check now" }).click();
  dns.clear();
  const asked = dns.queries.length;
  await dialog().getByRole("button", { name: "Check now" }).click();
  await dialog().getByText("2 domains checked.").waitFor();
  expect(await dialog().getByRole("listitem").first().textContent()).toContain("0 of 10 records verified");
  expect(dns.queries.length).toBeGreaterThan(asked);
  await dialog().getByRole("button", { name: "Done" }).click();
  await box().fill("status:verified");
  await expectSoon(() => rows("Domains").allTextContents()).toEqual([
    expect.stringContaining("verified.example"),
  ]);
});

test("the audit log is searched by action, actor and words, and exported", async () => {
  await open("/settings/audit", "Audit log");
  await box().pressSequentially("action:rev");
  await page.getByRole("option", { name: "key.revoked" }).waitFor();
  await box().press("ArrowDown");
  await box().press("Enter");
  await expectSoon(() => footer().textContent()).toBe("2 events");
  expect(query()).toEqual({ action: "key.revoked" });
  await box().fill("by:");
  await page.getByRole("option", { name: "Key to full", exact: true }).waitFor();
  await box().fill(`action:key by:${stage.member.email} "to send"`);
  await expectSoon(query).toEqual({ action: "key", by: stage.member.email, search: "to send" });
  await page.reload();
  await expectSoon(() => rows("Audit log").allTextContents()).toEqual([
    expect.stringMatching(/^Revoked.*Key to send/),
    expect.stringMatching(/^Created.*Key to send/),
  ]);
  await expectAccessible(page);
  const exported = await exportList(page);
  expect(exported.file).toBe("audit-log.csv");
  expect(exported.rows).toHaveLength(2);
  expect(exported.rows[0]).toContain("key.revoked");
  await box().fill("by:operator");
  await page.getByRole("heading", { name: "No events match" }).waitFor();
  await box().fill("after:yesterday before:today");
  await expectSoon(() => rows("Audit log").count()).toBeGreaterThan(5);
  // From a link; the server does not know it.
  await page.goto(`${stage.baseUrl}/settings/audit?action=key.lost`);
  await page.getByText("action is unknown: key.lost.", { exact: false }).waitFor();
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
