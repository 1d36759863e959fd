import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEmail } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/run-sql.ts";
import { type Received, startWebhookReceiver } from "../harness/webhook-receiver.ts";

/** The timeline on the page of an email. */
let stage: Stage;
let page: Page;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stage = await openStage({ env: { WEBHOOKS_TO_PRIVATE: "on" } });
  page = stage.page;
  const response = await fetch(`${stage.baseUrl}/api/v1/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${stage.member.key}`, "content-type": "application/json" },
    body: JSON.stringify({ url: receiver.url, description: "Shop server", actors: "any" }),
  });
  expect(response.status).toBe(201);
});
afterAll(async () => {
  await stage?.close();
  await receiver?.close();
});
tellInChapters(() => page);

const timeline = () => page.getByRole("list", { name: "Timeline" });
const titles = () => timeline().locator(":scope > li > p:first-of-type > span:first-child").allTextContents();
const send = (to: string | string[], subject: string) =>
  sendEmail(stage.baseUrl, stage.member.key, { to, subject, text: "x" });
const open = async (id: string, search = "") => {
  await page.goto(`${stage.baseUrl}/emails/${id}${search}`);
  await timeline().waitFor();
};

/** Opens by people and programs, as the follower of hits would store them. */
const engage = (id: string, actor: string, after: string) =>
  runSql(
    stage.databaseUrl,
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, reasons, created_at)
     SELECT account_id, event_id(at, uuid_send(gen_random_uuid())), id, 0, 'open', '${actor}', 90, '{mail_program}', at + interval '${after}'
     FROM emails, begun WHERE id = '${id}'`,
  );

let email = "";

test("attempts, opens and requests to webhooks are in one order of time, with milliseconds", async () => {
  let isDown = true;
  receiver.setReply(({ type }: Received) =>
    type === "email.captured" && isDown ? { status: 500, text: "down" } : {},
  );
  email = await send("ada@example.com", "Your order");
  await expectSoon(() => receiver.received.filter(({ emailId }) => emailId === email).length).toBe(1);
  isDown = false;
  // The retry comes after 5 s. The events after it wait for it.
  await expectSoon(() => receiver.received.filter(({ emailId }) => emailId === email).length).toBe(2);
  await engage(email, "human", "10 minutes");
  await engage(email, "scanner", "5 minutes");
  await open(email);
  await expectSoon(titles).toEqual([
    "Accepted",
    "Captured",
    "Webhook Shop server",
    "Webhook Shop server",
    "Webhook Shop server",
    "Opened",
  ]);
  const items = timeline().getByRole("listitem");
  await items.nth(2).getByText("email.captured").waitFor();
  await items.nth(2).getByText("500", { exact: true }).waitFor();
  await items
    .nth(2)
    .getByText(/^Responded after [\d.]+ m?s\.$/)
    .waitFor();
  await items.nth(3).getByText("200", { exact: true }).waitFor();
  await items.nth(4).getByText("email.opened").waitFor();
  await items
    .nth(5)
    .getByText(/^\+10 min/)
    .waitFor();
  for (const item of await items.all())
    expect(await item.locator("time").first().textContent()).toMatch(/\d\d:\d\d:\d\d\.\d{3}$/);
  await expectAccessible(page, "timeline");
});

test("machines are shown and hidden by keyboard, and the address bar keeps the choice", async () => {
  await page.getByRole("button", { name: "Show machines (1)" }).focus();
  await page.keyboard.press("Enter");
  await timeline().getByText("Image loaded").waitFor();
  await timeline().getByText("Security scanner").waitFor();
  expect(new URL(page.url()).searchParams.get("machines")).toBe("on");
  await page.reload();
  await timeline().getByText("Image loaded").waitFor();
  await page.getByRole("button", { name: "Hide machines" }).focus();
  await page.keyboard.press(" ");
  await timeline().getByText("Image loaded").waitFor({ state: "detached" });
});

test("an attempt leads to the webhook's log with the request, and the back button returns", async () => {
  await timeline().getByRole("link", { name: "Attempt 1 of email.captured to Shop server" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "email.captured" });
  await dialog.getByText("#2").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("event")).toBeNull();
  await page.goBack();
  await dialog.waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Your order" }).waitFor();
});

test("each of several recipients limits the timeline to itself", async () => {
  const id = await send(["one@example.com", "two@example.com"], "To two");
  await open(id);
  await expectSoon(async () => (await titles()).filter((title) => title === "Captured").length).toBe(2);
  await timeline().getByText("two@example.com").first().waitFor();
  const recipients = page.locator("#recipients");
  await recipients.getByRole("button", { name: /^two@example\.com/ }).click();
  await expectSoon(async () => (await titles()).filter((title) => title === "Captured").length).toBe(1);
  await page.getByText("Only two@example.com").waitFor();
  await expectAccessible(page, "recipients");
  await page.getByRole("button", { name: "Show all" }).click();
  await expectSoon(async () => (await titles()).filter((title) => title === "Captured").length).toBe(2);
});

test("a long timeline is shown in parts", async () => {
  const id = await send("many@example.com", "Long");
  await runSql(
    stage.databaseUrl,
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     SELECT account_id, id, gen_random_uuid(), 0, n, 'deferred', '{"reason": "busy"}', created_at + n * interval '1 hour'
     FROM emails, generate_series(1, 250) n WHERE id = '${id}'`,
  );
  await open(id);
  await page.getByRole("button", { name: /^Show 100 more of 1\d\d$/ }).click();
  await expectSoon(async () => (await titles()).length).toBe(200);
  await page.getByRole("button", { name: /^Show \d\d more of \d\d$/ }).click();
  await expectSoon(async () => (await titles()).length).toBeGreaterThan(250);
});

test("without the webhooks' requests the rest is shown, with a way to try again", async () => {
  const path = "**/webhook-deliveries*";
  await page.route(path, (route) => route.fulfill({ status: 503, body: "{}" }));
  await open(email);
  const alert = page.getByRole("alert").filter({ hasText: "Could not load the webhook deliveries" });
  await alert.waitFor();
  await timeline().getByText("Captured", { exact: true }).waitFor();
  await page.unroute(path);
  await alert.getByRole("button", { name: "Try again" }).click();
  await timeline().getByText("200", { exact: true }).first().waitFor();
  await alert.waitFor({ state: "detached" });
});

test("while the webhooks' requests load, the rest is shown", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const path = "**/webhook-deliveries*";
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  await open(email);
  await page.getByText("Loading webhook deliveries").waitFor({ state: "attached" });
  await timeline().getByText("Captured", { exact: true }).waitFor();
  release();
  await timeline().getByText("200", { exact: true }).first().waitFor();
  await page.unroute(path);
});
