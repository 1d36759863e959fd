import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

/** The recipients and the HTML editor of the compose form. */

let stage: SharedStage;
let page: Page;

const CONTACTS = [
  { email: "ada@example.com", name: "Lovelace, Ada" },
  { email: "grace@navy.example", name: "Grace Hopper" },
  { email: "quiet@example.org", subscribed: false },
];

beforeAll(async () => {
  stage = await openSharedStage({ visit: { viewport: { width: 1440, height: 900 } } });
  page = stage.page;
  for (const body of CONTACTS)
    await callApi(stage.baseUrl, "/api/v1/contacts", { key: stage.member.key, body });
});
afterAll(() => stage?.close());
tellInChapters(() => page);

beforeEach(async () => {
  await page.goto(`${stage.baseUrl}/emails/new`);
  await to().waitFor();
  const discard = page.getByRole("button", { name: "Discard", exact: true });
  if (await discard.isEnabled()) await discard.click();
});

const to = () => page.getByRole("combobox", { name: "To", exact: true });
const options = () => page.getByRole("listbox", { name: "Contacts for To" }).getByRole("option");
const focused = async (field: Locator) => (await field.and(page.locator(":focus")).count()) === 1;
const editor = () => page.getByLabel("HTML body");

async function type(text: string): Promise<void> {
  await to().focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

test("recipients are completed by name and address with the keyboard", async () => {
  await type("lovel");
  await expectSoon(() => options().allInnerTexts()).toHaveLength(1);
  expect(await to().getAttribute("aria-expanded")).toBe("true");
  const active = await to().getAttribute("aria-activedescendant");
  expect(await options().first().getAttribute("id")).toBe(active);
  await page.keyboard.press("Enter");
  expect(await to().inputValue()).toBe('"Lovelace, Ada" <ada@example.com>, ');
  expect(await to().getAttribute("aria-expanded")).toBe("false");
  await type("@navy");
  await options().first().waitFor();
  await page.keyboard.press("Tab");
  expect(await to().inputValue()).toBe(
    '"Lovelace, Ada" <ada@example.com>, Grace Hopper <grace@navy.example>, ',
  );
  expect(await focused(to())).toBe(true);
  await page.keyboard.press("Tab");
  expect(await focused(to())).toBe(false);
});

test("arrows choose another contact, Escape closes the list, and a click chooses", async () => {
  await type("example");
  await expectSoon(() => options().count()).toBe(3);
  const activeText = () => page.locator('[role="option"][aria-selected="true"]').innerText();
  const first = await activeText();
  await page.keyboard.press("ArrowDown");
  await expectSoon(activeText).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  await expectSoon(activeText).toBe(first);
  await page.keyboard.press("Escape");
  await expectSoon(() => options().count()).toBe(0);
  expect(await to().inputValue()).toBe("example");
  await page.keyboard.press("Backspace");
  await options().filter({ hasText: "quiet@example.org" }).getByText("Unsubscribed").waitFor();
  await options().filter({ hasText: "quiet@example.org" }).click();
  expect(await to().inputValue()).toBe("quiet@example.org, ");
});

test("a contact is completed between other addresses and offered once; Cc has the same list", async () => {
  await to().fill("ada@example.com\n\nbob@example.com");
  await to().press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("gr");
  await options().first().waitFor();
  await page.keyboard.press("Enter");
  expect(await to().inputValue()).toBe("ada@example.com\nGrace Hopper <grace@navy.example>\nbob@example.com");
  await page.keyboard.type(" ");
  await page.getByText("Cc, Bcc, Reply-To").click();
  await page.getByRole("combobox", { name: "Cc", exact: true }).pressSequentially("grace");
  await page.getByRole("listbox", { name: "Contacts for Cc" }).getByRole("option").first().waitFor();
});

test("Enter keeps an address that was typed completely", async () => {
  await callApi(stage.baseUrl, "/api/v1/contacts", {
    key: stage.member.key,
    body: { email: "ada@example.community" },
  });
  await type("ada@example.com");
  await expectSoon(() => options().count()).toBe(1);
  await page.keyboard.press("Enter");
  expect(await to().inputValue()).toBe("ada@example.com\n");
});

test("HTML is highlighted in place, and stays an ordinary text area", async () => {
  const html = '<style>\n  p { color: teal }\n</style>\n<p class="a">Fish &amp; chips</p>\n<!-- end -->';
  await editor().fill(html);
  const layer = page.locator("pre[aria-hidden=true]").filter({ hasText: "Fish" });
  expect(await layer.textContent()).toBe(`${html}\n`);
  expect(await layer.locator("span").allTextContents()).toEqual(
    expect.arrayContaining(["<style>", "color", "<p", "class", '"a"', "&amp;", "<!-- end -->"]),
  );
  const boxes = [await layer.boundingBox(), await editor().boundingBox()];
  expect(boxes[0]).toEqual(boxes[1]);
  await editor().press("Control+End");
  await page.keyboard.type("<b>");
  await expectSoon(() => layer.textContent()).toContain("<!-- end --><b>");
  await page.keyboard.press("Control+z");
  await expectSoon(() => editor().inputValue()).not.toContain("<b>");
  await page.keyboard.press("Tab");
  expect(await focused(editor())).toBe(false);
});

test("a long text scrolls with the caret", async () => {
  await editor().fill(Array.from({ length: 100 }, (_, line) => `<p>${line}</p>`).join("\n"));
  const scrolled = () =>
    page.evaluate<number>(
      "document.querySelector('textarea[placeholder^=\"<p>\"]').closest('.overflow-y-auto').scrollTop",
    );
  await editor().press("Control+Home");
  await expectSoon(scrolled).toBe(0);
  await editor().press("Control+End");
  await page.keyboard.type("x");
  await expectSoon(scrolled).toBeGreaterThan(1_000);
});

test("very long HTML has one color, and scrolls in the text area", async () => {
  await editor().fill("<p>long</p>".repeat(10_000));
  await expectSoon(() => page.locator("pre[aria-hidden=true] span").count()).toBe(0);
  await editor().press("Control+End");
  const scrolled = () =>
    page.evaluate<number>(`document.querySelector('textarea[placeholder^="<p>"]').scrollTop`);
  await expectSoon(scrolled).toBeGreaterThan(1_000);
  await editor().fill("");
});

test("the form has no accessibility faults with an open list, and does not scroll sideways", async () => {
  await editor().fill('<a href="https://example.com">A &amp; B</a><!-- c --><style>p { gap: 1px }</style>');
  await type("example");
  await options().first().waitFor();
  await expectAccessible(page);
});

test("no page violated its policy", () => {
  expect(stage.visit.watch.faults).toEqual([]);
});
