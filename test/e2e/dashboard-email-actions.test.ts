import { readFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { PATIENCE_MS } from "../harness/browser.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/database.ts";
import { until } from "../harness/until.ts";

/** The page of an email: all parts of the message, and actions. */

let stage: Stage;
let page: Page;
let invoice: string;
let digest: string;

beforeAll(async () => {
  stage = await openStage({ roles: "all", visit: { acceptDownloads: true } });
  page = stage.page;
  const { baseUrl, member } = stage;
  invoice = await sendEmail(baseUrl, member.key, {
    to: "ada@example.com",
    cc: "Carl <carl@example.com>",
    bcc: "eve@example.com",
    subject: "Invoice 1017",
    html: "<h1>Invoice</h1>",
    tags: [
      { name: "kind", value: "invoice" },
      { name: "vip", value: "" },
    ],
    headers: { "X-Campaign": "spring" },
    metadata: { order: 1017 },
    references: ["<first@example.com>"],
    attachments: [
      { filename: "über <b>1017<b>.html", content: Buffer.from("<b>1017</b>").toString("base64") },
    ],
  });
  digest = await sendEmail(baseUrl, member.key, {
    to: ["ada@example.com", "bob@example.com"],
    subject: "Weekly digest",
    text: "news",
    scheduled_at: "in 26 hours",
    tags: [{ name: "kind", value: "digest" }],
  });
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const row = (name: RegExp) =>
  page.getByRole("table", { name: "Emails" }).getByRole("row").filter({ hasText: name });
const open = async (id: string, view = "") => {
  await page.goto(`${stage.baseUrl}/emails/${id}${view}`);
  await page.locator("#recipients").waitFor();
};
const panel = () => page.getByRole("tabpanel");
const dialog = () => page.getByRole("dialog");
const query = () => Object.fromEntries(new URL(page.url()).searchParams);

test("the list shows tags, attachments, and when a scheduled email goes out", async () => {
  await page.goto(`${stage.baseUrl}/emails`);
  await row(/Invoice 1017.*kind:invoice.*vip.*Captured/).waitFor();
  await row(/Invoice 1017/)
    .getByRole("img", { name: "1 attachment" })
    .waitFor();
  await row(/ada@example\.com \+1.*Weekly digest.*Scheduled.*for /).waitFor();
});

test("a tag narrows the list, and filters can be saved under a name in this browser", async () => {
  await page.getByLabel("Search emails").fill("tag:Kind=digest");
  await row(/Invoice/).waitFor({ state: "detached" });
  await row(/Weekly digest/).waitFor();
  expect(query()).toEqual({ tag: "Kind:digest" });
  await page.getByRole("button", { name: "Save this filter" }).click();
  await dialog().getByLabel("Name").fill("<b>Digests</b>");
  await dialog().getByRole("button", { name: "Save filter" }).click();
  await page.getByText("Saved in this browser:").waitFor();
  await page.goto(`${stage.baseUrl}/emails`);
  await row(/Invoice/).waitFor();
  await page.getByRole("link", { name: "<b>Digests</b>" }).click();
  await row(/Invoice/).waitFor({ state: "detached" });
  expect(query()).toEqual({ tag: "Kind:digest" });
  expect(await page.getByRole("button", { name: "Save this filter" }).count()).toBe(0);
  await page.getByRole("button", { name: "Delete the filter <b>Digests</b>" }).click();
  await page.getByRole("button", { name: "Save this filter" }).waitFor();
  await page.reload();
  await row(/Weekly digest/).waitFor();
  expect(await page.getByText("Saved in this browser:").count()).toBe(0);
});

test("an email's page shows copies, tags, headers, thread and metadata", async () => {
  await open(invoice, "?view=details");
  const facts = page.locator("header dl");
  for (const text of ["carl@example.com", "eve@example.com", "kind:invoice"])
    await facts.getByText(text).waitFor();
  for (const text of ["X-Campaign", "spring", "first@example.com", '"order": 1017'])
    await panel().getByText(text).waitFor();
  await facts.getByRole("link", { name: "vip" }).click();
  await row(/Invoice/).waitFor();
  expect(query()).toEqual({ tag: "vip" });
});

test("an attachment downloads under its own name, byte for byte, and is never shown as a page (K3)", async () => {
  await open(invoice, "?view=attachments");
  const link = panel().getByRole("link", { name: "Download über <b>1017<b>.html" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^über .*1017.*\.html$/);
  expect(await readFile(await download.path(), "utf8")).toBe("<b>1017</b>");
  const { status, headers } = await page.request
    .get(`${stage.baseUrl}/api/emails/${invoice}/attachments/0`)
    .then((answer) => ({ status: answer.status(), headers: answer.headers() }));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
  });
  expect(headers["content-disposition"]).toBe(
    "attachment; filename*=UTF-8''%C3%BCber%20%3Cb%3E1017%3Cb%3E.html",
  );
});

test("a scheduled email can be rescheduled, and canceled after confirmation", async () => {
  await open(digest);
  await page.getByText(/^Sends on /).waitFor();
  await page.getByRole("button", { name: "Reschedule" }).click();
  await dialog().getByLabel("Send", { exact: true }).selectOption({ label: "In words" });
  await dialog().getByLabel("Words", { exact: true }).fill("yesterday");
  await dialog().getByRole("button", { name: "Reschedule" }).click();
  await dialog()
    .getByText(/in the past|is not a time/i)
    .waitFor();
  await dialog().getByLabel("Words", { exact: true }).fill("in 3 days");
  await dialog().getByRole("button", { name: "Reschedule" }).click();
  await page.getByText("Rescheduled").waitFor();
  const detail = async () =>
    (
      await callApi<{ scheduled_at: string; status: string }>(stage.baseUrl, `/api/v1/emails/${digest}`, {
        key: stage.member.key,
      })
    ).body;
  expect(Date.parse((await detail()).scheduled_at) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);

  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await dialog()
    .getByText(/will not be sent to 2 recipients/)
    .waitFor();
  await dialog().getByRole("button", { name: "Cancel email" }).click();
  await page.getByText("Canceled", { exact: true }).first().waitFor();
  expect((await detail()).status).toBe("canceled");
  await expectSoon(() => page.getByRole("button", { name: "Reschedule" }).count()).toBe(0);
});

test("an email can be sent again to one address, as a new email", async () => {
  await open(digest);
  await page
    .getByRole("button", { name: /bob@example\.com/ })
    .first()
    .click({ trial: true });
  await page.getByRole("button", { name: "Send again to bob@example.com" }).click();
  const addresses = dialog().getByRole("textbox", { name: "Addresses" });
  expect(await addresses.inputValue()).toBe("bob@example.com");
  await addresses.fill("bob@");
  await dialog().getByRole("button", { name: "Send again" }).click();
  await dialog()
    .getByText(/^bob@: /)
    .waitFor();
  await addresses.fill("bob@example.com");
  const sent = Promise.withResolvers<void>();
  await page.route("**/resend", (route) => sent.promise.then(() => route.continue()), { times: 1 });
  await dialog().getByRole("button", { name: "Send again" }).click();
  const busy = dialog().locator("button[aria-busy=true]");
  await busy.waitFor();
  await page.keyboard.press("Escape");
  await busy.waitFor();
  sent.resolve();
  await page.getByText("This is the new email.").waitFor();
  await expectSoon(() => new URL(page.url()).pathname).not.toContain(digest);
  await page.getByText("Captured").first().waitFor();
  const facts = page.locator("header dl");
  await facts.getByText("bob@example.com").waitFor();
  expect(await facts.getByText("ada@example.com").count()).toBe(0);
});

/** Presses "Send again" on an email's page, and leaves the page before the request ends. */
async function leaveWhileSending(end: (route: Route) => Promise<void>): Promise<void> {
  await page.goto(`${stage.baseUrl}/emails`);
  await row(/Weekly digest/)
    .first()
    .getByRole("link")
    .click();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  const left = Promise.withResolvers<void>();
  await page.route("**/resend", (route) => left.promise.then(() => end(route)), { times: 1 });
  await dialog().getByRole("button", { name: "Send again" }).click();
  await page.goBack();
  await page.getByRole("heading", { name: "Emails", level: 1 }).waitFor();
  left.resolve();
}

test("an email that is sent again does not take over the page that the user has opened since", async () => {
  await leaveWhileSending((route) => route.continue());
  await page.getByText("Sent again").waitFor();
  expect(new URL(page.url()).pathname).toBe("/emails");
});

test("if an email cannot be sent again, the page that the user has opened since says so", async () => {
  const refusal = { error: { code: "quota_exceeded", message: "The quota is used up." } };
  await leaveWhileSending((route) => route.fulfill({ status: 429, json: refusal }));
  await page.getByText("Your email was not sent").waitFor();
  await page.getByText("The quota is used up.").waitFor();
  await leaveWhileSending((route) => route.abort());
  await page.getByText("Your email may not have been sent").waitFor();
  await page.getByText("Look for it in your emails before you send it again.").waitFor();
  expect(stage.visit.watch.faults.splice(0)).toEqual([expect.stringContaining("ERR_FAILED")]);
});

test("an email submitted by SMTP is shown with its parsed content", async () => {
  await until(() => stage.posthouse.findSmtpPorts() !== null, {
    within: PATIENCE_MS,
    what: "a port for SMTP",
  });
  const transport = createTransport({
    host: "127.0.0.1",
    port: stage.posthouse.findSmtpPorts()?.starttls,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: "posthouse", pass: stage.member.key },
  });
  await transport.sendMail({
    from: "shop@example.com",
    to: "grace@example.com",
    subject: "By the other protocol",
    text: "plain words",
    html: "<h1>Other protocol</h1>",
    headers: { "X-Protocol": "smtp" },
    attachments: [{ filename: "notes.txt", content: "some notes" }],
  });
  transport.close();
  await page.goto(`${stage.baseUrl}/emails`);
  await row(/By the other protocol/)
    .getByRole("link")
    .click();
  await page.getByText("over SMTP").waitFor();
  await page.frameLocator("iframe").getByRole("heading", { name: "Other protocol" }).waitFor();
  await page.getByRole("tab", { name: "Text" }).click();
  await panel().getByText("plain words").waitFor();
  await page.getByRole("tab", { name: "Details" }).click();
  await panel().getByText("X-Protocol", { exact: true }).waitFor();
  await page.getByRole("tab", { name: /^Attachments/ }).click();
  await panel().getByText("notes.txt").waitFor();
});

test("shows the SMTP transcript, and lets a person decide about an uncertain recipient (E13)", async () => {
  const said = 'S: 220 mx1\nC: DATA\nS: 354 <img src=x onerror="alert(1)">';
  const detail = '{"reason": "the connection broke", "phase": "dot", "tls": "TLSv1.3"}';
  await runSql(
    stage.databaseUrl,
    `UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL WHERE email_id = '${invoice}' AND position = 1;
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, transcript)
     SELECT account_id, id, uuidv7(), 1, 1, 'uncertain', '${detail}', E'${said.replaceAll("\n", "\\n")}'
     FROM emails WHERE id = '${invoice}'`,
  );
  await open(invoice);
  const recipients = page.locator("#timeline");
  await recipients.getByText("Encrypted with TLSv1.3.").waitFor();
  await recipients.getByText("SMTP transcript").click();
  expect(await recipients.locator("pre").textContent()).toBe(said);
  await recipients.getByRole("button", { name: "Copy transcript" }).waitFor();
  await recipients.getByText("Needs a decision").waitFor();
  await recipients.getByRole("button", { name: "Mark as delivered: carl@example.com" }).click();
  await page.getByText("Marked as delivered").waitFor();
  await recipients.getByText("Needs a decision").waitFor({ state: "detached" });
});

test("after the retention time the page says that the content is gone, and keeps the rest", async () => {
  await runSql(stage.databaseUrl, "DELETE FROM contents");
  await open(invoice);
  await page.getByRole("heading", { name: "Content removed" }).waitFor();
  expect(await page.getByRole("button", { name: "Send again", exact: true }).count()).toBe(0);
  expect(await page.getByRole("tab", { name: "Source" }).count()).toBe(0);
  await page.getByRole("tab", { name: /^Attachments/ }).click();
  await panel().getByText("über <b>1017<b>.html").waitFor();
  expect(await panel().getByRole("link").count()).toBe(0);
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
