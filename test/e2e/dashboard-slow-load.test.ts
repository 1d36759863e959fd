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

/** When a held response arrives, as JavaScript. */
const WITH_SPINNER = "passed(1_050)";
const ON_RELEASE = "new Promise((done) => { self.release = done; })";

type Held = { path: "/api/auth" | "/api/instance"; until: string };

/** Holds the response to a request. The browser is busy from 980 to 1,100 ms after it, so that nothing is painted meanwhile. */
const holdResponse = ({ path, until }: Held) => `
  const fetchAtOnce = self.fetch;
  self.fetch = async (...request) => {
    if (!String(request[0]).startsWith("${path}")) return await fetchAtOnce(...request);
    const begun = performance.now();
    const passed = (ms) => new Promise((done) => setTimeout(done, begun + ms - performance.now()));
    void passed(980).then(() => {
      while (performance.now() < begun + 1_100);
    });
    const response = await fetchAtOnce(...request);
    const body = await response.json();
    await ${until};
    return Object.assign(response, { json: async () => body });
  };`;

async function openSlowly(path: string, held: Held, { isSignedIn = true } = {}) {
  const visit = await openVisit(stage.browser);
  const context = visit.page.context();
  if (isSignedIn) await adoptSession(context, stage.baseUrl, stage.member.cookie);
  await context.addInitScript(holdResponse(held));
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
])("%s shows its page %s if it is ready just as the spinner appears", async (path, heading) => {
  const { page, close } = await openSlowly(path, { path: "/api/auth", until: WITH_SPINNER });
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await close();
});

test.each([
  { path: "/emails", held: "/api/auth", heading: "Emails", isSignedIn: true },
  { path: "/signin", held: "/api/auth", heading: "Sign in", isSignedIn: false },
  { path: "/signin", held: "/api/instance", heading: "Sign in", isSignedIn: false },
  { path: "/signup", held: "/api/instance", heading: "Create your account", isSignedIn: false },
] as const)("$path shows a spinner while $held takes longer than a second", async (slow) => {
  const { path, held, heading, isSignedIn } = slow;
  const { page, close } = await openSlowly(path, { path: held, until: ON_RELEASE }, { isSignedIn });
  const spinner = page.getByRole("status").getByText("Loading", { exact: true });
  await spinner.waitFor({ state: "attached" });
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(0);
  await page.evaluate("release()");
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await expectSoon(() => spinner.count()).toBe(0);
  await close();
});
