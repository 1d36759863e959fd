import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { type Outside, startOutside } from "../harness/browser-outside.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";
import { requestsElsewhere } from "../harness/browser-watch.ts";

/** Composing an email, from the empty form to the sent email. */

let stage: SharedStage;
let page: Page;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
  // A zone with a half-hour offset, far from UTC, so that a wrong zone shows.
  stage = await openSharedStage({ visit: { timezoneId: "Asia/Kolkata" } });
  page = stage.page;
});
afterAll(async () => {
  await stage?.close();
  await outside?.close();
});
tellInChapters(() => page);

type Email = {
  id: string;
  subject: string;
  scheduled_at: string | null;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  html: string | null;
  text: string | null;
  tags: { name: string; value: string }[];
  headers: { name: string; value: string }[];
  metadata: Record<string, unknown> | null;
  attachments: { filename: string; size_bytes: number; content_type: string }[];
};

const to = () => page.getByLabel("To", { exact: true });
const sheet = () => page.getByRole("region", { name: "Email", exact: true });
const check = () => page.getByRole("region", { name: "Check" });
const preview = () => page.frameLocator('iframe[title="Draft preview"]');
const faults = () => sheet().locator('p[id$="-error"]').allInnerTexts();

async function emailsWith(subject: string): Promise<Email[]> {
  const { baseUrl, member } = stage;
  const path = `/api/v1/emails?search=${encodeURIComponent(subject)}`;
  return (await callApi<{ emails: Email[] }>(baseUrl, path, { key: member.key })).body.emails;
}

async function openForm(): Promise<void> {
  await page.goto(`${stage.baseUrl}/emails/new`);
  await to().waitFor();
}

/** Fills the required fields and waits until the check has run on them. */
async function write(subject: string, html = `<h1>${subject}</h1>`): Promise<void> {
  await to().fill("ada@example.com");
  await page.getByLabel("Subject", { exact: true }).fill(subject);
  await page.getByLabel("HTML body").fill(html);
}

test("an empty form is refused at its fields, and nothing is sent", async () => {
  await page.goto(`${stage.baseUrl}/emails`);
  await page.getByRole("link", { name: "New email" }).click();
  await page.getByRole("button", { name: "Send email" }).click();
  await expectSoon(faults).toEqual(["Add at least one recipient."]);
  await page.locator("textarea[aria-invalid=true]:focus").waitFor();
  await to().fill("ada@example.com, bob@@example.com");
  await page.getByRole("button", { name: "Send email" }).click();
  await expectSoon(faults).toEqual([
    expect.stringMatching(/^bob@@example\.com: /),
    expect.stringMatching(/html or text/),
  ]);
  expect(await emailsWith("")).toEqual([]);
});

test("next to the form are recipients, size, findings and preview of the email", async () => {
  // The first check takes longer than the second one.
  const late = Promise.withResolvers<void>();
  await page.route(/dry_run=true/, (route) => late.promise.then(() => route.continue()), { times: 1 });
  const checked = page.waitForRequest(/dry_run=true/);
  await write("Early spring");
  const first = await checked;
  const image = `<img src="${outside.origin}/pixel.png">`;
  await write(
    "Spring sale",
    `<style>h1 { color: teal }</style><h1>Spring</h1><a href="http://example.com">a</a>${image}`,
  );
  await to().fill('"Lovelace, Ada" <ada@example.com>\nbounced@simulator.posthouse.test');
  await check().getByText("2 recipients").waitFor();
  late.resolve();
  await (await first.response())?.finished();
  await check().getByRole("listitem").filter({ hasText: "ada@example.com" }).getByText("Captured").waitFor();
  await check().getByRole("listitem").filter({ hasText: "bounced@" }).getByText("Simulated").waitFor();
  await check().getByText("A link uses http:").waitFor();
  await check()
    .getByText(/Gmail clips at 102 kB/)
    .waitFor();
  await preview().getByRole("heading", { name: "Spring" }).waitFor();
  await check().getByRole("tab", { name: "Text" }).click();
  await check()
    .getByRole("tabpanel")
    .getByText(/SPRING/i)
    .waitFor();
  await check().getByRole("tab", { name: "Source" }).click();
  await check().getByRole("button", { name: "Show source" }).click();
  await check()
    .getByText(/^Subject: Spring sale$/m)
    .waitFor();
  expect(await emailsWith("Spring sale")).toEqual([]);
});

test("the preview of a draft runs nothing, requests nothing, and has the styles of the mail (K1)", async () => {
  const html = `<style>h1 { color: rgb(0, 128, 128) }</style><h1 onclick="alert(1)">Hostile</h1><script>alert(top.pwned = 1)</script>
    <img src="${outside.origin}/a.png" onerror="alert(1)"><form action="${outside.origin}/form" target="_top"><button>Go</button></form>
    <a href="${outside.origin}/link">Away</a>`;
  await page.getByLabel("HTML body").fill(html);
  await check().getByRole("tab", { name: "Preview" }).click();
  const heading = preview().getByRole("heading", { name: "Hostile" });
  await heading.waitFor();
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
  const frame = page.frames().find((candidate) => candidate.name().startsWith("draft-preview"));
  expect(await frame?.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe(
    "rgb(0, 128, 128)",
  );
  await preview().getByRole("button", { name: "Go" }).click();
  await preview().getByRole("link", { name: "Away" }).click();
  await page.getByText("Links are disabled in the preview").waitFor();
  await heading.waitFor();
  expect(outside.hits).toEqual([]);
  expect(stage.visit.watch.dialogs).toEqual([]);
  // The preview adds no history entries: Back leaves the form.
  expect(new URL(page.url()).pathname).toBe("/emails/new");
  await check().getByRole("button", { name: "Load remote images" }).click();
  await expectSoon(() => outside.hits.map(({ path }) => path)).toEqual(["/a.png"]);
});

test("leaving by accident keeps the form; discarding empties it", async () => {
  await page.getByRole("link", { name: "Emails", exact: true }).first().click();
  await page.getByRole("heading", { name: "Emails", exact: true }).waitFor();
  await page.getByRole("link", { name: "New email" }).click();
  await page.getByText("Your draft was restored.").waitFor();
  expect(await page.getByLabel("Subject", { exact: true }).inputValue()).toBe("Spring sale");
  await page.reload();
  expect(await page.getByLabel("Subject", { exact: true }).inputValue()).toBe("Spring sale");
  // A link with a recipient begins another email, whose draft does not replace this one.
  const draft = page.url();
  await page.goto(`${stage.baseUrl}/emails/new?to=bob@example.com`);
  await expectSoon(() => to().inputValue()).toBe("bob@example.com");
  await page.getByLabel("Subject", { exact: true }).fill("To Bob");
  await page.goto(draft);
  await expectSoon(() => page.getByLabel("Subject", { exact: true }).inputValue()).toBe("Spring sale");
  const discard = page.getByRole("button", { name: "Discard draft" });
  const undo = page.getByRole("button", { name: "Undo" });
  const subject = () => page.getByLabel("Subject", { exact: true }).inputValue();
  await discard.click();
  expect(await subject()).toBe("");
  await undo.click();
  await expectSoon(subject).toBe("Spring sale");
  await page.reload();
  await expectSoon(subject).toBe("Spring sale");
  await discard.click();
  await page.getByRole("link", { name: "Domains" }).click();
  await page.getByRole("heading", { name: "Domains", level: 1 }).waitFor();
  await undo.click();
  await expectSoon(subject).toBe("Spring sale");
  await discard.click();
  expect(await subject()).toBe("");
  await page.reload();
  await to().waitFor();
  expect(await page.getByText("Your draft was restored.").count()).toBe(0);
});

test("everything in the form is in the email, and a double click sends it once", async () => {
  await openForm();
  await write("With everything");
  await page.getByLabel("From", { exact: true }).fill("Shop <shop@example.com>");
  await page.getByText("Cc, Bcc, Reply-To").click();
  await page.getByLabel("Cc", { exact: true }).fill("carl@example.com; dora@example.com");
  await page.getByLabel("Bcc", { exact: true }).fill("eve@example.com");
  await page.getByLabel("Reply-To", { exact: true }).fill("answers@example.com");
  await sheet().getByRole("tab", { name: "Text" }).click();
  await page.getByText(/generate it from the HTML/).waitFor();
  await page.getByLabel("Plain-text body").fill("In my own words");
  await page
    .locator("input[type=file]")
    .setInputFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("some notes") }]);
  const dropped = await page.evaluateHandle(
    "(() => { const held = new DataTransfer(); held.items.add(new File(['not wanted'], 'gone.txt')); return held; })()",
  );
  await page.getByText("or drop files here").dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByText("20 bytes of 29 MB").waitFor();
  await page.getByRole("button", { name: "Remove gone.txt" }).click();
  await page.getByText("10 bytes of 29 MB").waitFor();
  await page.getByText("Tags, headers, metadata").click();
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.keyboard.type("kind");
  await page.getByLabel("Value of tag 1").fill("welcome");
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Name of header 1").fill("Bcc");
  await page.getByLabel("Value of header 1").fill("x@example.com");
  await page.getByRole("button", { name: "Add metadata field" }).click();
  await page.getByLabel("Name of metadata field 1").fill("order");
  await page.getByLabel("Value of metadata field 1").fill("17");

  await page.getByRole("button", { name: "Add metadata field" }).click();
  await page.getByLabel("Name of metadata field 2").fill("Order");
  await sheet().getByText("“Order” is used twice").waitFor();
  await page.getByRole("button", { name: "Remove metadata field 2" }).click();

  await page.getByRole("button", { name: "Send email" }).click();
  await sheet()
    .getByText(/^Bcc: /)
    .waitFor();
  await page.getByLabel("Name of header 1").fill("X-Batch");
  // An edited field is no longer marked as invalid.
  await sheet()
    .getByText(/^Bcc: /)
    .waitFor({ state: "detached" });
  await page.getByLabel("Value of header 1").fill("7");
  await page.getByRole("button", { name: "Send email" }).dblclick();
  await page.getByRole("heading", { name: "With everything" }).waitFor();

  const [email, ...others] = await emailsWith("With everything");
  expect(others).toEqual([]);
  const { body } = await callApi<Email>(stage.baseUrl, `/api/v1/emails/${email?.id}`, {
    key: stage.member.key,
  });
  expect(body).toMatchObject({
    from: "Shop <shop@example.com>",
    to: ["ada@example.com"],
    cc: ["carl@example.com", "dora@example.com"],
    bcc: ["eve@example.com"],
    reply_to: ["answers@example.com"],
    html: "<h1>With everything</h1>",
    text: "In my own words",
    tags: [{ name: "kind", value: "welcome" }],
    headers: [{ name: "X-Batch", value: "7" }],
    metadata: { order: "17" },
    attachments: [{ filename: "notes.txt", content_type: "text/plain", size_bytes: 10 }],
  });
});

test("a lost response is retried, and one email is sent (C21)", async () => {
  await openForm();
  await write("Sent once");
  let lost = 0;
  await page.route("**/api/emails", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return await route.continue();
    lost += 1;
    // The server has the email, but the response is lost.
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByText("You can safely try again").waitFor();
  // Leaving and coming back does not send another email either.
  await page.reload();
  await page.getByText("Your draft was restored.").waitFor();
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByRole("heading", { name: "Sent once" }).waitFor();
  expect(lost).toBe(1);
  expect(await emailsWith("Sent once")).toHaveLength(1);
  await page.unroute("**/api/emails");
});

test("a time in the user's zone is sent as the right moment, with UTC shown next to it", async () => {
  await openForm();
  await write("Later");
  await page.getByRole("combobox", { name: "Send", exact: true }).selectOption({ label: "Date and time" });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page
    .getByLabel("Time in Asia/Calcutta")
    .or(page.getByLabel("Time in Asia/Kolkata"))
    .fill(`${tomorrow}T12:00`);
  await sheet().getByText(`${tomorrow} 06:30 UTC`).waitFor();
  await check().getByText(`(${tomorrow} 06:30 UTC)`).waitFor();
  await page.getByRole("button", { name: "Schedule email" }).click();
  await page.getByRole("heading", { name: "Later" }).waitFor();
  await page.getByText(/Sends on .* 12:00 PM/).waitFor();
  expect((await emailsWith("Later"))[0]?.scheduled_at).toBe(`${tomorrow}T06:30:00.000Z`);
});

test("invalid words for a time are an error at the field; valid words show the resulting time", async () => {
  await openForm();
  await write("In words");
  await page.getByRole("combobox", { name: "Send", exact: true }).selectOption({ label: "In words" });
  await page.getByLabel("Words", { exact: true }).fill("when I feel like it");
  await page.getByRole("button", { name: "Schedule email" }).click();
  await expectSoon(faults).toEqual([expect.stringMatching(/is not a time/i)]);
  await page.getByLabel("Words", { exact: true }).fill("in 2 hours");
  await page.getByRole("button", { name: "Check now" }).click();
  await check()
    .getByText(/UTC\)$/)
    .waitFor();
  await page.getByRole("button", { name: "Schedule email" }).click();
  await page.getByRole("button", { name: "Reschedule" }).waitFor();
});

test("the form and the preview are usable on a phone", async () => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openForm();
  await write("On the way");
  await preview().getByRole("heading", { name: "On the way" }).waitFor();
  expect(
    await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
  ).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("no page violated its policy or requested another server, except for requested images (K5)", () => {
  // The browser logs the response that was lost on purpose.
  const lost = "Failed to load resource: net::ERR_FAILED";
  expect(stage.visit.watch.faults.filter((fault) => fault !== lost)).toEqual([]);
  expect(requestsElsewhere(stage.visit.watch, [stage.baseUrl, outside.origin])).toEqual([]);
});
