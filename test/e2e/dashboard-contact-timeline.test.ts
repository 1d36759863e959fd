import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { focusedInList } from "../harness/browser-rows.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/run-sql.ts";

let stage: SharedStage;
let page: Page;
let contact: string;

beforeAll(async () => {
  stage = await openSharedStage();
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const call = <T>(path: string, body: object, method: "POST" | "PATCH" = "POST") =>
  callApi<T>(stage.baseUrl, `/api/v1${path}`, { key: stage.member.key, body, method });
const rows = () => page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
const texts = async () => (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, " "));

async function send(subject: string): Promise<string> {
  const { body } = await call<{ id: string }>("/send", {
    to: ["other@example.com", "Ada <ada@example.com>"],
    subject,
    text: "Hello",
  });
  return body.id;
}

test("a contact without emails says so", async () => {
  contact = (await call<{ id: string }>("/contacts", { email: "ada@example.com" })).body.id;
  await page.goto(`${stage.baseUrl}/contacts/${contact}`);
  await page.getByText("No emails or consent changes yet.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("emails with their state, opens and clicks, and consent changes, are listed newest first", async () => {
  await send("Welcome");
  const clicked = await send("News <b>of today</b>");
  await call(`/contacts/${contact}`, { subscribed: false }, "PATCH");
  await send("");
  await runSql(
    stage.databaseUrl,
    `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence)
     SELECT account_id, gen_random_uuid(), id, 1, 'click', 'human', 90 FROM emails WHERE id = '${clicked}'`,
  );
  const expected = [
    /^No subject Captured just now$/,
    /^Unsubscribed just now$/,
    /^News <b>of today<\/b> Clicked just now Captured just now$/,
    /^Welcome Captured just now$/,
  ];
  await expectSoon(async () => {
    await page.reload();
    await rows().nth(3).waitFor();
    return await texts();
  }).toEqual(expected.map((text) => expect.stringMatching(text)));
  await rows().getByRole("link", { name: "Welcome" }).click();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await page.goBack();
  await rows().nth(3).waitFor();
});

test("j and k move through the timeline, and Enter opens an email", async () => {
  const focused = focusedInList(page);
  await page.locator("main").focus();
  await page.keyboard.press("j");
  expect(await focused.innerText()).toBe("No subject");
  await page.keyboard.press("j");
  expect(await focused.innerText()).toMatch(/^Unsubscribed/);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "News <b>of today</b>" }).waitFor();
  await page.locator("main").focus();
  for (const address of ["other@example.com", "ada@example.com"]) {
    await page.keyboard.press("j");
    expect(await focused.innerText()).toContain(address);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/recipient=1/);
  await page.goBack();
  await rows().nth(3).waitFor();
});

test("a consent change on the page appears at once", async () => {
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "Subscribed" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectSoon(async () => (await texts())[0]).toMatch(/^Subscribed just now$/);
});

test("older items are loaded on request, once each", async () => {
  for (let n = 0; n < 25; n += 1) await send(`Mail ${n}`);
  await page.reload();
  await rows().nth(19).waitFor();
  expect(await rows().count()).toBe(20);
  const older = page.getByRole("button", { name: "Show older" });
  await page.route(/\/timeline\?.*cursor=/, (route) =>
    route.fulfill({ status: 429, json: { error: { code: "rate_limited", message: "Too many requests." } } }),
  );
  await older.press("Enter");
  await page.getByText("Too many requests.").waitFor();
  expect(await rows().count()).toBe(20);
  await older.and(page.locator(":focus")).waitFor();
  await page.unroute(/\/timeline\?.*cursor=/);
  await page.getByRole("button", { name: "Try again" }).click();
  await rows().nth(29).waitFor();
  expect(await rows().count()).toBe(30);
  expect(await older.count()).toBe(0);
});

test("the page can be read in both themes, on a phone too", async () => {
  await expectAccessible(page);
});

test("no page violated its policy or threw (K5)", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
