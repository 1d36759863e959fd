import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible, overflowOf } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/run-sql.ts";

let stage: SharedStage;
let page: Page;

beforeAll(async () => {
  stage = await openSharedStage();
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const row = (name: RegExp) =>
  page.getByRole("table", { name: "Suppressions" }).getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");
const query = () => Object.fromEntries(new URL(page.url()).searchParams);
const stored = async (address: string) =>
  await callApi<{ reason: string; detail: string }>(stage.baseUrl, `/api/v1/suppressions/${address}`, {
    key: stage.member.key,
  });

test("the empty list leads to the first addresses, and an invalid one is an error that keeps the input", async () => {
  await page.goto(`${stage.baseUrl}/suppressions`);
  await page.getByRole("heading", { name: "No suppressed addresses" }).waitFor();
  await page.getByRole("button", { name: "Add addresses" }).click();
  await dialog().getByLabel("Addresses").fill("ada@example.com, no-address\ngrace@example.com");
  await dialog().getByLabel("Reason").selectOption({ label: "Complained" });
  await dialog().getByLabel("Note").fill("asked by phone");
  await dialog().getByRole("button", { name: "Suppress" }).click();
  await dialog()
    .getByText(/^no-address: /)
    .waitFor();
  await dialog().getByLabel("Addresses").fill("ada@example.com, grace@example.com");
  await dialog().getByRole("button", { name: "Suppress" }).click();
  await row(/ada@example\.com.*asked by phone.*Complained.*All mail/s).waitFor();
  expect((await stored("grace@example.com")).body).toMatchObject({
    reason: "complaint",
    detail: "asked by phone",
  });
  await page.getByRole("button", { name: "Add addresses" }).click();
  await dialog().getByLabel("Addresses").fill("ada@example.com");
  await dialog().getByRole("button", { name: "Suppress" }).click();
  await page.getByText("1 address was already suppressed.").waitFor();
});

test("a file is imported with progress, count and errors", async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `n${n}@example.com,unsubscribe`);
  const file = Buffer.from(["email,reason", ...rows, "no-address,", "ADA@example.com,manual"].join("\n"));
  await page.getByRole("button", { name: "Import" }).click();
  await dialog()
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: file });
  await dialog().getByRole("button", { name: "Import" }).click();
  await dialog().getByRole("heading", { name: "32 rows read" }).waitFor();
  const counts = await dialog().getByRole("definition").allInnerTexts();
  expect(counts).toEqual(["30", "0", "1", "1"]);
  await dialog().getByText("Line 32").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByText(/^1–25 of \d+ suppressions$/).waitFor();
});

test("an invalid file has its own error", async () => {
  await page.getByRole("button", { name: "Import" }).click();
  await dialog()
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("name\nAda\n") });
  await dialog().getByRole("button", { name: "Import" }).click();
  await dialog()
    .getByText(/^Line 1: the first line must name the columns/)
    .waitFor();
  await dialog()
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("ada@example.com\n") });
  await dialog()
    .getByText(/^Line 1:/)
    .waitFor({ state: "detached" });
  await dialog().getByRole("button", { name: "Cancel" }).click();
});

test("search and filter narrow the list and are in the URL", async () => {
  await page.getByRole("combobox", { name: "Search suppressions" }).fill("GRACE");
  await row(/grace@example\.com/).waitFor();
  await row(/n1@/).waitFor({ state: "detached" });
  expect(query()).toEqual({ search: "GRACE" });
  await page.getByRole("combobox", { name: "Search suppressions" }).fill("reason:hard_bounce grace");
  await page.getByRole("heading", { name: "No suppressions match" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("combobox", { name: "Search suppressions" }).pressSequentially("reason:comp");
  await page.getByRole("option", { name: "complaint" }).click();
  await page.getByText("2 suppressions", { exact: true }).waitFor();
  expect(query()).toEqual({ reason: "complaint" });
});

test("the export contains the filtered list", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  // One request added them at the same time, so their order is undefined.
  expect(
    lines
      .slice(1)
      .map((line) => line.split(",")[0])
      .sort(),
  ).toEqual(['"ada@example.com"', '"grace@example.com"']);
});

test("a suppression is removed after confirmation", async () => {
  await page.getByRole("button", { name: "Remove grace@example.com" }).click();
  await dialog()
    .getByText(/reported your mail as spam.*unsubscribed still gets no bulk mail until/)
    .waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove grace@example.com" }).click();
  await dialog().getByRole("button", { name: "Remove suppression" }).click();
  await row(/grace/).waitFor({ state: "detached" });
  expect((await stored("grace@example.com")).status).toBe(404);
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page
    .getByRole("row")
    .filter({ hasText: "Removed" })
    .getByText("Suppression of grace@example.com")
    .waitFor();
});

/** Stores bounces of an existing email, as if a relay had refused its sender. */
async function suppressByMistake(count: number): Promise<string> {
  const { body } = await callApi<{ id: string }>(stage.baseUrl, "/api/v1/send", {
    key: stage.member.key,
    body: { to: ["victim0@shop.example"], subject: "Hello", text: "Hello", scheduled_at: "in 2 hours" },
  });
  const rows = Array.from(
    { length: count },
    (_, n) => `victim${n}@shop.example,hard_bounce,550 5.1.0 Address rejected by relay.`,
  );
  const csv = ["email,reason,detail", ...rows].join("\n");
  await fetch(`${stage.baseUrl}/api/v1/suppressions/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${stage.member.key}`, "content-type": "text/csv" },
    body: csv,
  });
  await runSql(
    stage.databaseUrl,
    `UPDATE suppressions SET source = 'email', source_id = '${body.id}', reply_host = 'relay.example.net', reply_phase = 'mail'
     WHERE detail LIKE '550 5.1.0%'`,
  );
  return body.id;
}

test("suppressions made by mistake are found by their reply, and lead to the email that made them", async () => {
  const emailId = await suppressByMistake(120);
  await page.goto(`${stage.baseUrl}/suppressions?source=email`);
  const box = page.getByRole("combobox", { name: "Search suppressions" });
  await box.fill(`${await box.inputValue()} reply:relay.example.net domain:shop.example after:1h`);
  await page.waitForURL(/domain=shop/);
  await row(/victim119@shop\.example.*550 5\.1\.0 Address rejected by relay/s).waitFor();
  expect(query()).toEqual({
    source: "email",
    reply: "relay.example.net",
    domain: "shop.example",
    after: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  });
  const link = page.getByRole("link", { name: "Email that suppressed victim119@shop.example" });
  expect(await link.getAttribute("href")).toBe(`/emails/${emailId}`);
});

test("a filter that the server refuses is named beside its field's name", async () => {
  await page.goto(`${stage.baseUrl}/suppressions?reply=5`);
  await page.getByText(/must have at least three characters/).waitFor();
  await page.getByRole("heading", { name: "Check the filters" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await page.getByText(/^1–25 of \d+ suppressions$/).waitFor();
});

test("several suppressions are removed together, after confirmation, and Undo suppresses them again", async () => {
  const bounced = "victim119@shop.example";
  const unsubscribed = "victim11-left@shop.example";
  for (const reason of ["hard_bounce", "unsubscribe"])
    await callApi(stage.baseUrl, "/api/v1/suppressions", {
      key: stage.member.key,
      body: { address: unsubscribed, reason, detail: "550 5.1.1 No such user." },
    });
  await page.goto(`${stage.baseUrl}/suppressions?search=victim11`);
  const selection = page.getByRole("region", { name: "Selection" });
  await row(/victim119@/).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await selection.getByText("2 suppressions selected").waitFor();
  await selection.getByRole("button", { name: "Remove" }).click();
  await dialog().getByText("These addresses will get your mail again.").waitFor();
  await dialog().getByRole("button", { name: "Remove suppressions" }).click();
  await dialog().getByText("2 suppressions changed.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const address of [bounced, unsubscribed]) expect((await stored(address)).status).toBe(404);
  await dialog().getByRole("button", { name: "Undo" }).click();
  await dialog().getByText("Suppressed again").nth(1).waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await selection.waitFor({ state: "detached" });
  expect((await stored(bounced)).body).toMatchObject({
    reason: "hard_bounce",
    detail: "550 5.1.0 Address rejected by relay.",
    unsubscribed_at: null,
  });
  expect((await stored(unsubscribed)).body).toMatchObject({
    reason: "hard_bounce",
    detail: "550 5.1.1 No such user.",
    unsubscribed_at: expect.any(String),
  });
});

test("matching suppressions are previewed, removed after the count is typed, and restored by Undo", async () => {
  await page.goto(`${stage.baseUrl}/suppressions?reply=5.1.0`);
  await page.getByRole("button", { name: "Remove matching…" }).click();
  await dialog().getByText("120 addresses will get your mail again").waitFor();
  await dialog()
    .getByRole("row", { name: /550 5\.1\.0.*Address rejected by relay\..*120/ })
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const remove = dialog().getByRole("button", { name: "Remove 120 suppressions" });
  expect(await remove.isDisabled()).toBe(true);
  await dialog().getByLabel("Type 120 to confirm").fill("120");
  // This address was suppressed after the preview, so it stays.
  await callApi(stage.baseUrl, "/api/v1/suppressions", {
    key: stage.member.key,
    body: { address: "later@shop.example", reason: "hard_bounce", detail: "550 5.1.0 Address rejected." },
  });
  await page.keyboard.press("Enter");
  await page.getByText("120 suppressions removed").waitFor();
  await dialog().waitFor({ state: "detached" });
  expect((await stored("victim7@shop.example")).status).toBe(404);
  expect((await stored("later@shop.example")).status).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("120 suppressions restored").waitFor();
  expect((await stored("victim7@shop.example")).body).toMatchObject({ reason: "hard_bounce" });
});

test("a removal can be undone later, and the audit log keeps both", async () => {
  await page.goto(`${stage.baseUrl}/suppressions?search=victim7%40`);
  await row(/victim7@/).waitFor();
  const remove = async () => {
    await page.getByRole("button", { name: "Remove matching…" }).click();
    await dialog().getByRole("button", { name: "Remove 1 suppression" }).click();
  };
  const closed = Promise.withResolvers<void>();
  const refused = { status: 429, json: { error: { code: "rate_limited", message: "Too many." } } };
  await page.route("**/run", (route) => closed.promise.then(() => route.fulfill(refused)), { times: 1 });
  await remove();
  await dialog().getByRole("button", { name: "Close" }).last().click();
  // The dialog shows no error of an earlier removal, even while the list is still loading again.
  const reloading = Promise.withResolvers<void>();
  const isList = (url: URL) => url.pathname.endsWith("/suppressions") && url.searchParams.has("search");
  await page.route(isList, (route) => reloading.promise.then(() => route.continue()));
  closed.resolve();
  await page.getByText("Could not remove all matches").waitFor();
  await page.getByRole("button", { name: "Remove matching…" }).click();
  await dialog().getByRole("button", { name: "Remove 1 suppression" }).waitFor();
  reloading.resolve();
  await dialog().getByRole("button", { name: "Remove 1 suppression" }).click();
  await page.getByText("1 suppression removed").waitFor();
  await page.unroute(isList);
  await page.goto(`${stage.baseUrl}/suppressions`);
  await page.getByRole("button", { name: "Removals" }).click();
  const removed = dialog().getByRole("listitem").filter({ hasText: "address “victim7@”" });
  await removed.getByText("1 suppression removed").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await removed.getByRole("button", { name: "Undo" }).click();
  await removed.getByText("1 suppression restored").waitFor();
  expect((await stored("victim7@shop.example")).status).toBe(200);
  await page.goto(`${stage.baseUrl}/settings/audit`);
  await page.getByText("120 suppressions").first().waitFor();
  await page.getByText("reply: 5.1.0").first().waitFor();
});

test("a filter that matches complaints alone removes nothing unless it names them", async () => {
  await page.goto(`${stage.baseUrl}/suppressions?search=ada%40example`);
  await row(/ada@/).waitFor();
  await page.getByRole("button", { name: "Remove matching…" }).click();
  await dialog()
    .getByText(/Complaints and unsubscribes are kept unless you filter by that reason/)
    .waitFor();
  await page.keyboard.press("Escape");
  const box = page.getByRole("combobox", { name: "Search suppressions" });
  await box.fill(`reason:complaint ${await box.inputValue()}`);
  await page.waitForURL(/reason=complaint/);
  await page.getByRole("button", { name: "Remove matching…" }).click();
  await dialog()
    .getByText(/reported your mail as spam/)
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
});

test("the list and its dialogs can be read in both themes, on a phone too", async () => {
  await page.goto(`${stage.baseUrl}/suppressions`);
  await row(/ada@/)
    .or(page.getByText(/^1–25 of \d+ suppressions$/))
    .first()
    .waitFor();
  await expectAccessible(page);
  for (const name of ["Add addresses", "Import", "Removals"]) {
    await page.getByRole("button", { name }).click();
    expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
  }
  await page.goto(`${stage.baseUrl}/suppressions?reply=5.1.0&after=2026-01-01T00%3A00`);
  await page.getByRole("button", { name: "Remove matching…" }).click();
  await dialog()
    .getByLabel(/to confirm/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
