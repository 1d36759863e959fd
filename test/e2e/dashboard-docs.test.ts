import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { openVisit, type Visit } from "../harness/browser.ts";
import { accessibilityFaults, overflowOf } from "../harness/browser-axe.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { requestsElsewhere } from "../harness/browser-watch.ts";
import { until } from "../harness/until.ts";

/** No process listens there, because the role smtp does not run. */
const SMTP_PORT = "5870";

let stage: Stage;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ env: { SMTP_PORT } });
  visit = await openVisit(stage.browser, { viewport: { width: 1440, height: 900 } });
  page = visit.page;
});
afterAll(() => stage?.close());

const WIDTHS = [360, 390, 768, 1440, 1920];

const open = (path: string, shown = page) => shown.goto(stage.baseUrl + path);
const textOf = (selector: string, shown = page) => shown.locator(selector).first().textContent();

describe("a page of the documentation", () => {
  test.each(["/docs/", "/docs/guides/quickstart", "/docs/api/emails", "/docs/errors/rate_limited"])(
    "%s fits into every width, and axe finds nothing in both themes",
    async (path) => {
      await open(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityFaults(page), `${width} px, ${colorScheme}`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
    },
  );

  test("loads only from this server, and less than 100 kB compressed", async () => {
    const fresh = await openVisit(stage.browser);
    await open("/docs/", fresh.page);
    const bytes = await fresh.page.evaluate<number>(
      "performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)",
    );
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(100_000);
    expect(requestsElsewhere(fresh.watch, [stage.baseUrl])).toEqual([]);
    expect(fresh.watch.faults).toEqual([]);
    await fresh.close();
  });

  test("search finds a section by keyboard alone", async () => {
    await open("/docs/");
    await page.keyboard.press("/");
    await page.keyboard.type("rotate keys");
    await page
      .getByRole("option", { name: /Rotate keys/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/guides/domains#rotate-keys");
  });

  test("search says when it finds nothing, and Escape closes it", async () => {
    await open("/docs/");
    await page.getByRole("combobox").fill("zzzz");
    await page.getByText("No results for “zzzz”").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("No results").waitFor({ state: "hidden" });
  });

  test("the chosen theme stays on the next page", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await open("/docs/");
    await page.getByRole("button", { name: "Dark" }).click();
    await open("/docs/guides/domains");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.getByRole("button", { name: "Light" }).click();
  });

  test("a narrow screen has the sidebar behind a button", async () => {
    const narrow = await openVisit(stage.browser, { viewport: { width: 390, height: 844 } });
    await open("/docs/guides/domains", narrow.page);
    const sidebar = narrow.page.getByRole("navigation", { name: "Documentation" });
    expect(await sidebar.isVisible()).toBe(false);
    await narrow.page.getByRole("button", { name: "Menu" }).click();
    await sidebar.getByRole("link", { name: "Quickstart" }).click();
    await narrow.page.waitForURL("**/docs/guides/quickstart");
    await narrow.close();
  });
});

describe("the quickstart", () => {
  test("shows the reader's host, and tabs that work by keyboard and are remembered", async () => {
    await open("/docs/guides/quickstart");
    expect(await textOf("[role=tabpanel]:not([hidden]) code")).toContain(`${stage.baseUrl}/api/v1/send`);
    await page.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await textOf("[role=tabpanel]:not([hidden]) code")).toContain("import urllib.request");
    await page.reload();
    await expectSoon(() => page.getByRole("tab", { name: "Python" }).getAttribute("aria-selected")).toBe(
      "true",
    );
    await page.getByRole("tab", { name: "curl" }).click();
  });

  test("shows the instance's SMTP port to people who are signed in, and the example to others", async () => {
    const smtp = (shown: Page) => textOf("[role=tabpanel] code:text('smtp://')", shown);
    await open("/docs/guides/quickstart", stage.page);
    await expectSoon(() => smtp(stage.page)).toContain(`smtp://localhost:${SMTP_PORT} `);
    await open("/docs/guides/quickstart");
    // By then, the page knows that the reader is not signed in.
    await page.waitForLoadState("networkidle");
    expect(await smtp(page)).toContain("smtp://localhost:2587 ");
  });

  test("asks for a key before it runs, and runs the request as printed with a pasted key", async () => {
    await open("/docs/guides/quickstart");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Paste an API key above").waitFor();
    await page.getByLabel("Your API key").fill(stage.member.key);
    await expectSoon(() => textOf("article")).toContain(`export POSTHOUSE_API_KEY=${stage.member.key}`);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("200 OK").waitFor();
    const path =
      (await page.getByRole("link", { name: "See what happened to it" }).getAttribute("href")) ?? "";
    await until(
      async () => {
        const { body } = await callApi<{ status: string; subject: string }>(stage.baseUrl, `/api/v1${path}`, {
          key: stage.member.key,
        });
        return body.subject === "Hello from curl" && body.status === "delivered";
      },
      { within: 30_000, what: "the simulated delivery" },
    );
    expect(visit.watch.faults).toEqual([]);
  });

  test("runs the request of a program in another language", async () => {
    await open("/docs/guides/quickstart");
    await page.getByLabel("Your API key").fill(stage.member.key);
    await page.getByRole("tab", { name: "Elixir" }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("200 OK").waitFor();
    const { body } = await callApi<{ emails: { subject: string }[] }>(
      stage.baseUrl,
      "/api/v1/emails?limit=1",
      {
        key: stage.member.key,
      },
    );
    expect(body.emails).toMatchObject([{ subject: "Hello from Elixir" }]);
    await page.getByRole("tab", { name: "curl" }).click();
  });

  test("does not keep the key after a reload", async () => {
    await open("/docs/guides/quickstart");
    await page.getByLabel("Your API key").fill(stage.member.key);
    await page.reload();
    expect(await textOf("article")).not.toContain(stage.member.key);
    const stored = await page.evaluate<string>(
      "JSON.stringify([localStorage, sessionStorage, document.cookie])",
    );
    expect(stored).not.toContain(stage.member.key);
  });

  test("creates a key for a reader who is signed in, and not for others", async () => {
    expect(await page.getByRole("button", { name: "Create a key" }).isVisible()).toBe(false);
    await open("/docs/guides/quickstart", stage.page);
    await stage.page.getByRole("button", { name: "Create a key" }).click();
    await expectSoon(() => textOf("article", stage.page)).toMatch(/export POSTHOUSE_API_KEY=ph_\w{8}_\w{38}/);
    await stage.page.getByRole("button", { name: "Run" }).click();
    await stage.page.getByText("200 OK").waitFor();
  });
});

describe("errors", () => {
  test("docs_url of an error is the page of its code", async () => {
    const { body } = await callApi<{ error: { docs_url: string; code: string } }>(
      stage.baseUrl,
      "/api/v1/emails/none",
      { key: stage.member.key },
    );
    await page.goto(stage.baseUrl + new URL(body.error.docs_url).pathname);
    expect(await textOf("h1")).toBe(body.error.code);
    await page.getByRole("heading", { name: "Fix" }).waitFor();
  });

  test("the address in errors of earlier versions leads to the same page", async () => {
    await open("/docs/#description/rate-limited");
    await page.waitForURL("**/docs/errors/rate_limited");
  });
});
