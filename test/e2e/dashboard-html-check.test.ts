import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEmail } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

/** The HTML check of an email in the dashboard. */

let stage: SharedStage;
let page: Page;

const HTML = `<!doctype html>
<style>
  @media (prefers-color-scheme: dark) { h1 { color: white } }
  .grid { display: grid; gap: 1rem }
</style>
<h1>Sale</h1>
<div class="grid"><img src="https://example.com/a.webp" alt=""></div>
<video src="https://example.com/a.mp4"></video>`;

beforeAll(async () => {
  stage = await openSharedStage({ visit: { viewport: { width: 1440, height: 900 } } });
  page = stage.page;
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const panel = () => page.getByRole("tabpanel");
const send = (content: { html?: string; text?: string }) =>
  sendEmail(stage.baseUrl, stage.member.key, { to: "ada@example.com", subject: "Sale", ...content });

test("the features that mail clients lack are listed with lines, clients and notes", async () => {
  const id = await send({ html: HTML });
  await page.goto(`${stage.baseUrl}/emails/${id}`);
  await page.getByRole("tab", { name: "HTML check" }).click();
  await panel()
    .getByText(/^supported, [\d.]+% partly, [\d.]+% not supported$/)
    .waitFor();
  expect(page.url()).toContain("view=html-check");
  const video = panel().getByRole("listitem").filter({ hasText: "<video> element" });
  await video.getByText("Line 8", { exact: true }).waitFor();
  expect(await video.getByRole("link").getAttribute("href")).toBe(
    "https://www.caniemail.com/features/html-video/",
  );
  await video.getByText(/^Not supported in \d+ clients, partly in \d+$/).click();
  const details = video.locator("dl");
  await details.getByText("Outlook", { exact: true }).waitFor();
  await details.getByText("Not supported", { exact: true }).first().waitFor();
  await details.getByText("Requires the").first().waitFor();
  await panel()
    .getByRole("listitem")
    .filter({ hasText: "display:grid" })
    .getByText("Line 4", { exact: true })
    .waitFor();
});

test("the tab HTML has the numbers of the lines and colors", async () => {
  await page.getByRole("tab", { name: "HTML", exact: true }).click();
  expect(await panel().locator("pre").textContent()).toBe(`${HTML}\n`);
  expect(await panel().locator("pre > span").count()).toBe(HTML.split("\n").length);
  await panel().locator("pre > span").nth(7).getByText("<video", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "HTML check" }).click();
});

test("the check is limited to the mail clients of one family", async () => {
  await panel().getByLabel("Mail clients").selectOption({ label: "Apple Mail" });
  await panel().getByText("in 2 mail clients").waitFor();
  await panel().getByRole("listitem").filter({ hasText: "display:grid" }).waitFor({ state: "detached" });
  await panel().getByLabel("Mail clients").selectOption({ label: "All mail clients" });
  await panel().getByRole("listitem").filter({ hasText: "display:grid" }).waitFor();
});

test("the page has no accessibility faults and does not scroll sideways", async () => {
  await expectAccessible(page);
});

test("an email whose features are supported everywhere says so, and plain text has no check", async () => {
  await page.goto(
    `${stage.baseUrl}/emails/${await send({ html: "<strong>Hello</strong>" })}?view=html-check`,
  );
  await panel().getByText("Every feature used is supported").waitFor();
  await page.goto(`${stage.baseUrl}/emails/${await send({ text: "Hello" })}?view=html-check`);
  await page.getByRole("tab", { name: "Preview" }).waitFor();
  expect(await page.getByRole("tab", { name: "HTML check" }).count()).toBe(0);
});

test("the inbox has the check of a captured email", async () => {
  await page.goto(`${stage.baseUrl}/inbox`);
  await page.getByRole("list", { name: "Messages" }).getByRole("link").last().click();
  await page.getByRole("tab", { name: "HTML check" }).click();
  await panel().getByRole("link", { name: "<video> element" }).waitFor();
});
