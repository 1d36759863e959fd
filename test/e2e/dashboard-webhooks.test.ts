import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyWebhook } from "../../packages/client/src/index.ts";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { exportList } from "../harness/browser-export.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { startWebhookReceiver } from "../harness/webhook-receiver.ts";

let stage: Stage;
let page: Page;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let secret = "";

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stage = await openStage({
    env: { WEBHOOKS_TO_PRIVATE: "on" },
    visit: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  page = stage.page;
});
afterAll(async () => {
  await stage?.close();
  await receiver?.close();
});
tellInChapters(() => page);

const dialog = (name?: string | RegExp) => page.getByRole("dialog", name ? { name } : {});
const rows = () => page.getByRole("table", { name: "Log" }).getByRole("row");
const more = async (item: string) => {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const send = (subject: string) =>
  sendEmail(stage.baseUrl, stage.member.key, { to: "ada@example.com", subject, text: "x" });

test("a webhook is added by keyboard; an invalid URL is an error at its field", async () => {
  await page.goto(`${stage.baseUrl}/`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByText("No webhooks yet").waitFor();
  await expectAccessible(page, "empty");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await dialog().getByLabel("URL").fill("ftp://shop.example/hook");
  await dialog().getByLabel("Captured").check();
  await dialog().getByRole("button", { name: "Add webhook" }).click();
  await dialog()
    .getByText(/Must begin with https/)
    .waitFor();
  await expectAccessible(page, "form");
  await dialog().getByLabel("URL").fill(receiver.url);
  await dialog().getByLabel("Description").fill("Shop server");
  await dialog().getByRole("button", { name: "Add webhook" }).click();
  const added = dialog("Webhook added");
  secret = (await added.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await added.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { level: 1, name: receiver.url }).waitFor();
  await page.getByText("Nothing sent yet").waitFor();
});

test("an event appears in the log by itself, with its request and response", async () => {
  receiver.setReply(() => ({ text: "thanks <b>a lot</b>" }));
  const emailId = await send("Hello");
  await rows().filter({ hasText: emailId }).filter({ hasText: "Succeeded" }).waitFor();
  await rows().getByRole("button", { name: "email.captured" }).click();
  const shown = dialog("email.captured");
  await shown.getByText("thanks <b>a lot</b>").waitFor();
  await shown.getByText("Request", { exact: true }).click();
  const [request] = receiver.received;
  await shown.getByText(`webhook-signature: ${request?.headers["webhook-signature"]}`).waitFor();
  new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>);
  await expectAccessible(page, "attempt");
  await shown.getByRole("button", { name: "Replay" }).click();
  await expectSoon(() => receiver.received.filter(({ id }) => id === request?.id).length).toBe(2);
  await expectSoon(() => shown.getByText("#2").count()).toBe(1);
  await page.keyboard.press("Escape");
});

test("a test event shows its response, and has a mark in the log", async () => {
  receiver.setReply(() => ({ status: 422, text: "no such order" }));
  await page.getByRole("button", { name: "Send test" }).click();
  await dialog().getByLabel("Event").selectOption("email.bounced");
  await dialog().getByRole("button", { name: "Send", exact: true }).click();
  await dialog().getByText("no such order").waitFor();
  await expectAccessible(page, "test");
  await dialog().getByRole("button", { name: "Close" }).first().click();
  await rows().filter({ hasText: "email.bounced" }).filter({ hasText: "Test" }).waitFor();
  expect(JSON.parse(receiver.received.at(-1)?.body ?? "{}")).toMatchObject({ type: "email.bounced" });
});

test("the log is searched by state, and failures are replayed with their number", async () => {
  receiver.setReply(() => ({ status: 500 }));
  const emailId = await send("Fails");
  await page.getByLabel("Search the log").fill("state:pending");
  await page.keyboard.press("Enter");
  await rows().filter({ hasText: emailId }).waitFor();
  await page.getByText(/Failing since/).waitFor();
  await more("Replay events…");
  await dialog().getByText("1 event will be sent.").waitFor();
  const message = "covers more than 200,000 events; choose a shorter range";
  const error = { code: "validation_failed", message, fields: [{ path: "from", message }] };
  await page.route("**/replay", (route) => route.fulfill({ status: 422, json: { error } }));
  await dialog().getByLabel("A time range").check();
  await dialog().getByText("Covers more than 200,000 events; choose a shorter range.").waitFor();
  expect(await dialog().getByLabel("From").getAttribute("aria-invalid")).toBe("true");
  expect(await dialog().getByText("Counting…").count()).toBe(0);
  await page.unroute("**/replay");
  await dialog().getByLabel("Failed events").check();
  await dialog().getByText("1 event will be sent.").waitFor();
  await expectAccessible(page, "replay");
  // Earlier, the automatic retry could succeed before the events are counted.
  receiver.setReply(() => ({}));
  await dialog().getByRole("button", { name: "Replay" }).click();
  await page.getByText("No events match").waitFor();
  await page.getByRole("button", { name: "Clear" }).first().click();
  await rows().filter({ hasText: emailId }).filter({ hasText: "Succeeded" }).waitFor();
  await expectAccessible(page, "webhook");
});

test("the log is searched by the webhook-id of a request and by the ID of an email", async () => {
  const [first, last] = [receiver.received[0], receiver.received.at(-1)];
  const earlier = rows().filter({ hasText: first?.emailId ?? "" });
  for (const text of [last?.id ?? "", last?.emailId ?? ""]) {
    await page.getByLabel("Search the log").fill(text);
    await page.keyboard.press("Enter");
    await earlier.waitFor({ state: "detached" });
    await rows()
      .filter({ hasText: last?.emailId ?? "" })
      .waitFor();
    await page.getByRole("button", { name: "Clear" }).first().click();
    await earlier.waitFor();
  }
});

test("the log has a total and is exported as filtered, and selected events are replayed without test events", async () => {
  const footer = page.getByRole("navigation", { name: "Pages" });
  await page.getByLabel("Search the log").fill("type:email.captured");
  await expectSoon(() => footer.textContent()).toBe("2 events");
  await page.getByLabel("Search the log").press("Tab");
  await expectAccessible(page, "a filtered log");
  const { file, rows: lines } = await exportList(page);
  expect(file).toBe("webhook-events.csv");
  expect(lines.map((line) => line.includes('"email.captured","succeeded"'))).toEqual([true, true]);
  await page.getByRole("button", { name: "Clear" }).first().click();
  await expectSoon(() => footer.textContent()).toBe("3 events");
  const before = receiver.received.length;
  const selection = page.getByRole("region", { name: "Selection" });
  await page.getByRole("checkbox", { name: /^Select email\.bounced/ }).check();
  await selection.getByText("Test events cannot be replayed.").waitFor();
  expect(await selection.getByRole("button", { name: "Replay" }).count()).toBe(0);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await selection.getByRole("button", { name: "Replay" }).click();
  await dialog("Replay 2 events?").getByText("Test events are left out").waitFor();
  await dialog().getByRole("button", { name: "Replay events" }).click();
  await dialog().getByText("2 events replayed.").waitFor();
  await expectAccessible(page, "replayed events");
  await dialog().getByRole("button", { name: "Done" }).click();
  await selection.waitFor({ state: "detached" });
  await expectSoon(() => receiver.received.length).toBe(before + 2);
});

test("a rotation shows the new secret, and until when the previous one signs", async () => {
  await page.getByRole("button", { name: "Rotate" }).click();
  await dialog().getByRole("button", { name: "Create new secret" }).click();
  const next = (await dialog("New signing secret").locator("code").textContent()) ?? "";
  expect(next).not.toBe(secret);
  await dialog("New signing secret").getByRole("button", { name: "Done" }).click();
  await page.getByText(/The previous secret expires/).waitFor();
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText(next).waitFor();
  await send("After the rotation");
  await expectSoon(() => receiver.received.at(-1)?.body.includes("After the rotation")).toBe(true);
  const last = receiver.received.at(-1);
  for (const each of [secret, next])
    new Webhook(each).verify(last?.body ?? "", last?.headers as Record<string, string>);
});

test("a webhook in SendGrid's format shows its public key, and after a rotation also the next one", async () => {
  const changeFormat = async (format: string) => {
    await page.getByRole("button", { name: "Edit" }).click();
    const field = dialog().getByLabel("Format", { exact: true });
    await field.waitFor({ state: "attached" });
    // The section is open if the format is not the default.
    if (!(await field.isVisible())) await dialog().getByText("Advanced settings").click();
    await field.selectOption(format);
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().waitFor({ state: "hidden" });
  };
  const part = page.getByRole("region", { name: "SendGrid's public key" });
  expect(await part.count()).toBe(0);
  await changeFormat("SendGrid");
  await part.waitFor();
  // The secret was rotated in the test before, so the previous one still signs.
  await part.getByText(/^Signs until/).waitFor();
  await part.getByRole("button", { name: "Copy SendGrid's key" }).click();
  const shown = (await part.locator("code").first().textContent()) ?? "";
  await expectSoon(() => page.evaluate<string>("navigator.clipboard.readText()")).toBe(shown);
  await part.getByText("This key signs after that.").waitFor();
  await expectAccessible(page, "public-key");
  await page.getByRole("button", { name: "Rotate" }).click();
  await dialog().getByText("changes to the new public key").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await changeFormat("Posthouse");
  await part.waitFor({ state: "hidden" });
});

test("with asymmetric signatures, the page shows the public keys that verify requests", async () => {
  const setAsymmetric = async (isOn: boolean) => {
    await page.getByRole("button", { name: "Edit" }).click();
    const field = dialog().getByLabel("Asymmetric signatures");
    await field.waitFor({ state: "attached" });
    if (!(await field.isVisible())) await dialog().getByText("Advanced settings").click();
    await field.setChecked(isOn);
    await expectAccessible(page, `asymmetric-${isOn}`);
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().waitFor({ state: "hidden" });
  };
  const part = page.getByRole("region", { name: "Public key", exact: true });
  expect(await part.count()).toBe(0);
  await setAsymmetric(true);
  // The secret was rotated in an earlier test, so the previous one still signs.
  await part.getByRole("button", { name: "Copy previous key" }).waitFor();
  await part.getByText(/^Signs until/).waitFor();
  await part.getByRole("button", { name: "Copy public key" }).click();
  const keys = await part.locator("code").allTextContents();
  expect(keys).toEqual([expect.stringMatching(/^whpk_/), expect.stringMatching(/^whpk_/)]);
  await expectSoon(() => page.evaluate<string>("navigator.clipboard.readText()")).toBe(keys[0]);
  await send("With a public key");
  const find = () => receiver.received.find(({ body }) => body.includes("With a public key"));
  await expectSoon(() => find() !== undefined).toBe(true);
  const { body: payload = "", headers = {} } = find() ?? {};
  for (const key of keys) await verifyWebhook({ payload, headers, secret: key });
  await expectAccessible(page, "asymmetric");
  await page.getByRole("button", { name: "Rotate" }).click();
  await dialog().getByText("The public key is replaced too.").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await setAsymmetric(false);
  await part.waitFor({ state: "hidden" });
});

test("a URL on another server needs the headers again", async () => {
  const edit = () => page.getByRole("button", { name: "Edit" }).click();
  const save = () => dialog().getByRole("button", { name: "Save" }).click();
  await edit();
  await dialog().getByText("Advanced settings").click();
  await dialog().getByRole("button", { name: "Add header" }).click();
  await dialog().getByLabel("Name of header 1").fill("Authorization");
  await dialog().getByLabel("Value of header 1").fill("Bearer of-this-server");
  await save();
  await dialog().waitFor({ state: "hidden" });
  await edit();
  await dialog().getByLabel("URL").fill("http://127.0.0.1:1/hook");
  await save();
  await dialog().getByRole("alert").getByText("The URL leads to another server.").waitFor();
  await expectAccessible(page, "headers");
  await dialog().getByRole("button", { name: "Replace headers" }).click();
  await dialog().getByRole("button", { name: "Add header" }).waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
});

test("a concurrency out of range is an error at its field, and the page shows the saved one", async () => {
  const save = () => dialog().getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  // The section is open, because the webhook has headers.
  const field = dialog().getByLabel("Concurrency");
  await field.fill("33");
  await save();
  await dialog().getByText("Must be 32 or less.").waitFor();
  await expectAccessible(page, "concurrency");
  await field.fill("12");
  await save();
  await dialog().waitFor({ state: "hidden" });
  await page.getByRole("definition").getByText("12", { exact: true }).waitFor();
});

test("saving a form keeps what someone else has changed since it was opened", async () => {
  const { pathname } = new URL(page.url());
  const { cookie } = stage.member;
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog().getByLabel("Concurrency").fill("13");
  await callApi(stage.baseUrl, `/api${pathname}`, { method: "PATCH", cookie, body: { actors: "any" } });
  // The page loads the webhook again by itself.
  await page.getByText(/including opens and clicks by programs/).waitFor();
  await dialog().getByRole("button", { name: "Save" }).click();
  await dialog().waitFor({ state: "hidden" });
  await page.getByRole("definition").getByText("13", { exact: true }).waitFor();
  const { body } = await callApi<object>(stage.baseUrl, `/api${pathname}`, { cookie });
  expect(body).toMatchObject({ concurrency: 13, actors: "any" });
});

test("events that are no longer retried are counted until they are replayed", async () => {
  receiver.setReply(() => ({ status: 500 }));
  const emailId = await send("Given up");
  await page.getByText(/Failing since/).waitFor();
  await more("Disable…");
  await dialog().getByRole("button", { name: "Disable webhook" }).click();
  await page.getByRole("button", { name: "Enable" }).click();
  await dialog().getByText("1 pending retry").first().waitFor();
  await dialog().getByLabel("With new events only").check();
  await dialog().getByRole("button", { name: "Enable webhook" }).click();
  const givenUp = () => page.getByText("Given up").locator("xpath=following-sibling::dd").textContent();
  await expectSoon(givenUp).toBe("1");
  await rows().filter({ hasText: emailId }).filter({ hasText: "Failed" }).waitFor();
  receiver.setReply(() => ({}));
  await more("Replay events…");
  await dialog().getByText("1 event will be sent").waitFor();
  await dialog().getByRole("button", { name: "Replay" }).click();
  await expectSoon(givenUp).toBe("0");
  await expectSoon(() => receiver.received.at(-1)?.body.includes("Given up")).toBe(true);
});

test("a disabled webhook continues from where it stopped, or is deleted", async () => {
  await more("Disable…");
  await dialog().getByRole("button", { name: "Disable webhook" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  await send("While disabled");
  await page.getByRole("button", { name: "Enable" }).click();
  await dialog().getByRole("button", { name: "Enable webhook" }).click();
  await expectSoon(() => receiver.received.at(-1)?.body.includes("While disabled")).toBe(true);
  await page.getByRole("link", { name: "Webhooks" }).last().click();
  await page.getByRole("table", { name: "Webhooks" }).getByText("Active").last().waitFor();
  await expectAccessible(page, "list");
  await page.getByRole("link", { name: receiver.url }).click();
  await more("Delete…");
  await dialog().getByLabel(/Type/).fill("delete");
  await dialog().getByRole("button", { name: "Delete webhook" }).click();
  await page.getByText("No webhooks yet").waitFor();
});
