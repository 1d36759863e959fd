import { afterAll, beforeAll, expect, test } from "vitest";
import { openVisit } from "../harness/browser.ts";
import { adoptSession } from "../harness/browser-account.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ roles: ["api"] });
});
afterAll(() => stage?.close());

/** Holds the response that every page waits for until `ms` after its request. Before, the browser is busy from 980 to 1,100 ms. */
const slowSession = (ms: number) => `
  const fetchAtOnce = self.fetch;
  self.fetch = async (...request) => {
    if (!String(request[0]).startsWith("/api/auth")) return await fetchAtOnce(...request);
    const begun = performance.now();
    const passed = (ms) => new Promise((done) => setTimeout(done, begun + ms - performance.now()));
    void passed(980).then(() => {
      while (performance.now() < begun + 1_100);
    });
    const response = await fetchAtOnce(...request);
    const body = await response.json();
    await passed(${ms});
    return Object.assign(response, { json: async () => body });
  };`;

async function openSlowly(path: string, ms: number) {
  const visit = await openVisit(stage.browser);
  const context = visit.page.context();
  await adoptSession(context, stage.baseUrl, stage.member.cookie);
  await context.addInitScript(slowSession(ms));
  await visit.page.goto(stage.baseUrl + path);
  return visit;
}

// With the router's own spinner, the tab hung if a redirect came in the frame in which the spinner appeared.
test.each([
  ["/", "Overview"],
  ["/emails", "Emails"],
  ["/settings", "Settings"],
  ["/signup", "Overview"],
  ["/signin?next=%2Femails", "Emails"],
])("%s shows its page %s if it is ready in the moment when the spinner appears", async (path, heading) => {
  const { page, close } = await openSlowly(path, 1_050);
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await close();
});

test("a page that takes longer than a second shows a spinner until it is there", async () => {
  const { page, close } = await openSlowly("/emails", 3_000);
  const spinner = page.getByRole("status").getByText("Loading", { exact: true });
  await spinner.waitFor({ state: "attached" });
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(0);
  await page.getByRole("heading", { name: "Emails", level: 1 }).waitFor();
  await expectSoon(() => spinner.count()).toBe(0);
  await close();
});
