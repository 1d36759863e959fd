import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadEmail, sendEmail } from "../harness/api-client.ts";
import { PATIENCE_MS } from "../harness/browser.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { exportList } from "../harness/browser-export.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/run-sql.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let sink: SmtpSink;
let stage: Stage;
let page: Page;

beforeAll(async () => {
  const rcpt = ({ address }: { address: string }) => {
    if (address.startsWith("gone")) return "550 5.1.1 <gone@sink.test>: Recipient address rejected";
    if (address.startsWith("later")) return "450 4.2.0 Greylisted, see you in a minute";
    return undefined;
  };
  sink = await startSmtpSink({ script: { rcpt } });
  stage = await openStage({ env: { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, SMTP_PORT: "5870" } });
  page = stage.page;
});
afterAll(async () => {
  await stage?.close();
  await sink?.close();
});
tellInChapters(() => page);

const rows = () => page.getByRole("table", { name: "Emails" }).getByRole("row");
const row = (name: RegExp) => rows().filter({ hasText: name });
const box = () => page.getByRole("combobox", { name: "Search emails" });
const query = () => Object.fromEntries(new URL(page.url()).searchParams);

async function send(to: string | string[], subject: string): Promise<string> {
  const { baseUrl, member } = stage;
  return await sendEmail(baseUrl, member.key, {
    to,
    subject,
    html: `<h1>${subject}</h1><p>Read <a href="https://example.com/terms?a=1&amp;b=2">the terms</a>.</p>`,
  });
}

async function settled(id: string): Promise<void> {
  const isOver = async () => {
    const { status } = await loadEmail(stage.baseUrl, stage.member.key, id);
    return status !== "queued" && status !== "sending";
  };
  await until(isOver, { within: PATIENCE_MS, what: "an outcome" });
}

test("without any email the page says how to send the first one", async () => {
  await page.goto(`${stage.baseUrl}/emails`);
  await page.getByRole("heading", { name: "No emails yet" }).waitFor();
  const { host } = new URL(stage.baseUrl);
  expect(await page.locator("pre").textContent()).toContain(`${host}/api/v1/send`);
  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByRole("dialog", { name: "Send a test email" }).getByLabel("To").waitFor();
  await page.keyboard.press("Escape");
});

test("if a test email is refused, the page that the user has opened since says so", async () => {
  await page.goto(`${stage.baseUrl}/contacts`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Emails" }).click();
  await page.getByRole("button", { name: "Send test email" }).click();
  const left = Promise.withResolvers<void>();
  const refusal = { status: 429, json: { error: { code: "rate_limited", message: "Too many." } } };
  await page.route("**/api/emails", (route) => left.promise.then(() => route.fulfill(refusal)), {
    times: 1,
  });
  await page.getByRole("dialog").getByRole("button", { name: "Send test email" }).click();
  await page.goBack();
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  left.resolve();
  await page.getByText("Your email was not sent").waitFor();
  await page.goto(`${stage.baseUrl}/emails`);
});

test("the first email is shown in the user's language, by keyboard, and remembered here and in the documentation", async () => {
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  const program = () => page.locator("pre").last().textContent();
  await tab("curl").focus();
  await page.keyboard.press("ArrowRight");
  await expectSoon(program).toContain(`fetch("${stage.baseUrl}/api/v1/send"`);
  expect(await program()).toContain(`to: "${stage.member.email}"`);
  expect(await page.locator("pre").first().textContent()).toMatch(/^export POSTHOUSE_API_KEY=ph_/);
  await page.keyboard.press("ArrowRight");
  await expectSoon(program).toContain("import urllib.request");
  await expectAccessible(page, "the first email in another language");
  await page.keyboard.press("End");
  await expectSoon(program).toMatch(/smtp:\/\/localhost:5870 /);
  await tab("Python").click();
  await page.reload();
  await expectSoon(() => tab("Python").getAttribute("aria-selected")).toBe("true");
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "More languages" }).click();
  const docs = await opening;
  await docs.waitForURL("**/docs/guides/quickstart");
  await docs.locator('[role=tab][aria-selected="true"]', { hasText: "Python" }).waitFor();
  await docs.close();
  await tab("curl").click();
});

test("emails appear with their status", async () => {
  const ids = [
    await send("ada@sink.test", "Welcome aboard"),
    await send("gone@sink.test", "Your invoice 17"),
    await send("later@sink.test", "Weekly digest"),
    await send(["ada@sink.test", "gone@sink.test", "bob@sink.test"], "To all of you"),
  ];
  for (const id of ids) await settled(id);
  await row(/Welcome aboard.*Delivered/).waitFor();
  await row(/Your invoice 17.*Bounced/).waitFor();
  await row(/Weekly digest.*Deferred/).waitFor();
  await row(/ada@sink\.test \+2.*To all of you.*Partially delivered/).waitFor();
});

test("filters are in the URL, and survive a reload and a visit to an email", async () => {
  await box().fill("status:bounced");
  await expectSoon(() => rows().count()).toBe(2);
  expect(query()).toEqual({ status: "bounced" });
  await page.reload();
  await row(/Your invoice 17/).waitFor();
  expect(await rows().count()).toBe(2);
  expect(await box().inputValue()).toBe("status:bounced");
  await row(/Your invoice 17/)
    .getByRole("link")
    .click();
  await page.getByRole("heading", { name: "Your invoice 17" }).waitFor();
  await page.goBack();
  await row(/Your invoice 17/).waitFor();
  expect(query()).toEqual({ status: "bounced" });
});

test("an email that was reported as spam says so in the list, in the filter and on its page", async () => {
  const id = await send("angry@sink.test", "Special offer");
  await settled(id);
  await runSql(
    stage.databaseUrl,
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     SELECT account_id, email_id, gen_random_uuid(), position, 1, 'complained', '{}', updated_at + interval '42 minutes'
     FROM recipients WHERE email_id = '${id}'`,
  );
  await box().fill("status:complained");
  await row(/Special offer.*Complained/).waitFor();
  expect(await rows().count()).toBe(2);
  await row(/Special offer/)
    .getByRole("link")
    .click();
  await page.getByRole("heading", { name: "Special offer" }).waitFor();
  const timeline = page.locator("#timeline");
  await timeline.getByText("Reported as spam by the recipient.").waitFor();
  await timeline.getByText("+42 min").waitFor();
  await timeline
    .getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: /Send again/ }).count()).toBe(0);
  await page.goto(`${stage.baseUrl}/emails?status=bounced`);
  await row(/Your invoice 17/).waitFor();
});

test("a search without results says so, and how to clear it", async () => {
  await box().fill("status:bounced welcome");
  await page.getByRole("heading", { name: "No emails match" }).waitFor();
  expect(query()).toEqual({ status: "bounced", search: "welcome" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row(/Welcome aboard/).waitFor();
  expect(query()).toEqual({});
  await expectSoon(() => box().inputValue()).toBe("");
});

test("text typed before the URL has changed is kept, and is searched", async () => {
  const field = box();
  await field.fill("nothing of the kind");
  await page.getByRole("button", { name: "Clear filters" }).waitFor();
  // In one turn of the event loop, before the page can render the effect of the click.
  await page.evaluate(`(() => {
    [...document.querySelectorAll("button")].find((button) => button.textContent === "Clear filters").click();
    const input = document.querySelector("input[aria-label='Search emails']");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, "invoice");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  })()`);
  await expectSoon(query).toEqual({ search: "invoice" });
  await row(/Your invoice 17/).waitFor();
  expect(await field.inputValue()).toBe("invoice");
  await page.getByRole("button", { name: "Clear search" }).first().click();
  await row(/Welcome aboard/).waitFor();
  expect(query()).toEqual({});
});

test("search finds subjects by any part, ignoring case, and recipients by their address", async () => {
  await box().fill("DIGEST");
  await expectSoon(() => rows().count()).toBe(2);
  await row(/Weekly digest/).waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await box().fill("to:ADA@si");
  await expectSoon(() => rows().count()).toBe(3);
  await row(/To all of you/).waitFor();
  await page.reload();
  await row(/To all of you/).waitFor();
  expect(await box().inputValue()).toBe("to:ADA@si");
  await page.getByText("2 emails", { exact: true }).waitFor();
});

test("letters that follow a completed filter at once go behind it", async () => {
  await box().fill("");
  await box().pressSequentially("sta");
  await page.getByRole("option", { name: /^status:/ }).waitFor();
  await box().press("ArrowDown");
  await page.evaluate(`(async () => {
    const field = document.activeElement;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    await Promise.resolve();
    document.execCommand("insertText", false, "b");
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    document.execCommand("insertText", false, "ounced");
  })()`);
  expect(await box().inputValue()).toBe("status:bounced");
  await box().fill("");
});

test("filters and their values are completed by keyboard, and removed by keyboard", async () => {
  await box().fill("");
  await box().pressSequentially("sta");
  await page.getByRole("option", { name: /^status:/ }).waitFor();
  await box().press("ArrowDown");
  await box().press("Enter");
  await box().pressSequentially("boun");
  await box().press("ArrowDown");
  await box().press("Tab");
  await expectSoon(query).toEqual({ status: "bounced" });
  expect(await box().inputValue()).toBe("status:bounced ");
  await row(/Your invoice 17/).waitFor();
  await page.keyboard.type("status:complained");
  await expectSoon(query).toEqual({ status: "bounced,complained" });
  await row(/Special offer/).waitFor();
  await page.keyboard.press("Escape");
  await expectSoon(query).toEqual({});
  await row(/Welcome aboard/).waitFor();
  await page.keyboard.type("t");
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  expect(await box().inputValue()).toBe("t");
});

test("an unknown filter is searched as text, and an invalid value is explained", async () => {
  await box().fill("subject:invoice");
  await page.getByText("Unknown filter “subject:”, so its text is searched.").waitFor();
  await expectSoon(query).toEqual({ search: "subject:invoice" });
  await box().fill("status:gone");
  await page.getByText("“gone” is not a valid value of status.").waitFor();
  await expectSoon(query).toEqual({});
  await box().fill("");
});

test("the list that is on screen is exported", async () => {
  await page.goto(`${stage.baseUrl}/emails?status=bounced`);
  await row(/Your invoice 17/).waitFor();
  const { file, rows } = await exportList(page);
  expect(file).toBe("emails.csv");
  expect(rows).toEqual([expect.stringContaining("Your invoice 17")]);
});

test("selected emails are sent again, and those that are too late to cancel say so", async () => {
  await page.goto(`${stage.baseUrl}/emails?to=sink.test`);
  const selection = page.getByRole("region", { name: "Selection" });
  const dialog = page.getByRole("dialog");
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  await selection.getByText("3 emails selected").waitFor();
  await page.getByRole("checkbox", { name: "Select all" }).press("Space");
  await selection.getByText("5 emails selected").waitFor();
  await selection.getByRole("button", { name: "Clear selection" }).click();
  await selection.waitFor({ state: "detached" });
  for (const subject of [/Welcome aboard/, /Your invoice 17/])
    await row(subject).getByRole("checkbox").press("Space");
  await selection.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Cancel emails" }).click();
  await dialog.getByText("0 emails changed, 2 emails not.").waitFor();
  expect(await dialog.getByRole("listitem").count()).toBe(2);
  await dialog.getByRole("button", { name: "Done" }).click();
  await selection.waitFor({ state: "detached" });
  await row(/Welcome aboard/)
    .getByRole("checkbox")
    .check();
  await selection.getByRole("button", { name: "Send again" }).click();
  // The server has the new email, but a proxy gives up first.
  const inProgress = { code: "idempotency_in_progress", message: "It takes longer than expected." };
  await page.route(
    "**/resend",
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 409, json: { error: inProgress } });
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Send again" }).click();
  await dialog.getByText("0 emails changed, 1 email not.").waitFor();
  await dialog.getByText("The email may have been accepted. You can safely try again").waitFor();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("1 email changed.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.goto(`${stage.baseUrl}/emails?search=welcome`);
  await expectSoon(() => rows().count()).toBe(3);
});

test("an email that its recipient reported as spam is not sent again, alone or among others", async () => {
  await page.goto(`${stage.baseUrl}/emails?to=sink.test`);
  const selection = page.getByRole("region", { name: "Selection" });
  const again = selection.getByRole("button", { name: "Send again" });
  await row(/Special offer/)
    .getByRole("checkbox")
    .check();
  await selection.getByRole("button", { name: "Cancel" }).waitFor();
  expect(await again.count()).toBe(0);
  await row(/Your invoice 17/)
    .getByRole("checkbox")
    .check();
  await again.click();
  const dialog = page.getByRole("dialog", { name: "Send 1 email again?" });
  await dialog.getByText("Recipients who reported it as spam are left out.").waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
});

test("an email shows the events of each recipient, with the server's replies", async () => {
  await page.goto(`${stage.baseUrl}/emails?status=deferred`);
  await row(/Weekly digest/)
    .getByRole("link")
    .click();
  const recipient = page.locator("#timeline");
  await recipient.getByText("Deferred", { exact: true }).first().waitFor();
  await recipient.getByText("450 4.2.0 Greylisted, see you in a minute").first().waitFor();
  await recipient.getByText("Next attempt").waitFor();
  await page.goto(`${stage.baseUrl}/emails`);
  await row(/Your invoice 17/)
    .getByRole("link")
    .click();
  await recipient.getByText("550 5.1.1 <gone@sink.test>: Recipient address rejected").first().waitFor();
});

test("the message is shown as preview, text, HTML, links and source", async () => {
  await page.frameLocator("iframe").getByRole("heading", { name: "Your invoice 17" }).waitFor();
  const show = (name: string | RegExp) => page.getByRole("tab", { name }).click();
  const panel = page.getByRole("tabpanel");
  await show("Text");
  await panel.getByText(/the terms/).waitFor();
  await show(/^HTML$/);
  await panel.getByText("<h1>Your invoice 17</h1>").waitFor();
  await show(/^Links/);
  const link = panel.getByRole("link", { name: "https://example.com/terms?a=1&b=2" });
  expect(await link.getAttribute("rel")).toMatch(/noopener/);
  await show("Source");
  await panel.getByText(/^Subject: Your invoice 17$/m).waitFor();
  expect(query()).toEqual({ view: "source" });
  await page.reload();
  await panel.getByText(/^Message-ID: </m).waitFor();
});

test("the URL of an unknown email says so and links back", async () => {
  await page.goto(`${stage.baseUrl}/emails/01a1fc0b-98e9-73b7-b9fd-726d62cf8357`);
  await page.getByRole("heading", { name: "Email not found" }).waitFor();
  await page.getByRole("link", { name: "All emails" }).click();
  await row(/Special offer/).waitFor();
});

test("a long list is paged, also after a reload (K10)", async () => {
  const subjects = Array.from({ length: 60 }, (_, n) => `Bulk ${String(n).padStart(2, "0")}`);
  await Promise.all(subjects.map((subject) => send("ada@sink.test", subject)));
  await page.goto(`${stage.baseUrl}/emails?search=bulk`);
  await page.getByText("1–50 of 60 emails", { exact: true }).waitFor();
  const first = await rows().allInnerTexts();
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("51–60 of 60 emails", { exact: true }).waitFor();
  await expectSoon(() => rows().count()).toBe(11);
  expect(first).not.toContain((await rows().allInnerTexts())[1]);
  await page.reload();
  await page.getByText("51–60 of 60 emails", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Previous page" }).click();
  await page.getByText("1–50 of 60 emails", { exact: true }).waitFor();
  expect(query()).toEqual({ search: "bulk" });
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
