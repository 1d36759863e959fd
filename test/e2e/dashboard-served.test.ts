import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { openVisit, type Visit } from "../harness/browser.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { requestsElsewhere } from "../harness/browser-watch.ts";

/** Public content of the server: the dashboard's files and the API reference. */

const root = fileURLToPath(new URL("../../", import.meta.url));

let stage: Stage;
let visit: Visit;
/** The origin of BASE_URL, which the examples use, too. */
let origin: string;

beforeAll(async () => {
  stage = await openStage();
  visit = await openVisit(stage.browser, { viewport: { width: 1440, height: 900 } });
  origin = `http://localhost:${stage.posthouse.port}`;
});
afterAll(() => stage?.close());

async function filesOfDashboard(): Promise<string[]> {
  const names = await readdir(`${root}dashboard/dist`, { recursive: true });
  return names.filter((name) => /\.\w+$/.test(name));
}

test("the dashboard is shipped without source maps, secrets and traces of the machine that built it (K9)", async () => {
  const { member, baseUrl, databaseUrl } = stage;
  const secrets = [member.key, member.password, member.cookie.slice(12), databaseUrl, root];
  const shapes = [
    /sourceMappingURL/,
    /ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/,
    /postgres(ql)?:\/\//,
    /PRIVATE KEY/,
    // Examples on the SMTP page are not traces of the build machine.
    /process\.env\b(?!\.POSTHOUSE_API_KEY)/,
    /\/home\/\w|\/Users\/\w|node_modules\//,
  ];
  const files = await filesOfDashboard();
  expect(files.filter((name) => /\.js$/.test(name)).length).toBeGreaterThan(10);
  for (const name of files) {
    const response = await fetch(`${baseUrl}/${name}`);
    expect(response.status, name).toBe(200);
    expect(response.headers.get("x-content-type-options"), name).toBe("nosniff");
    const text = await response.text();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(shapes.filter((shape) => shape.test(text)).map((shape) => `${shape} in ${name}`)).toEqual([]);
    expect(name).not.toMatch(/\.map$|\.tsx?$/);
  }
});

test("no path serves other files of the server's disk (K9)", async () => {
  const climbing = [
    "/..%2f..%2fpackage.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e%2findex.html",
  ];
  for (const path of [
    ...climbing,
    "/.env",
    "/.git/config",
    "/package.json",
    "/src/main.ts",
    "/assets/a.js.map",
  ]) {
    const response = await fetch(stage.baseUrl + path, { headers: { accept: "application/json" } });
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status, path).toBeLessThan(500);
  }
});

test("the API reference loads only from this server", async () => {
  const { page, watch } = visit;
  await page.goto(`${origin}/docs`);
  await page.getByRole("heading", { name: "Posthouse" }).waitFor();
  await page.getByRole("heading", { name: "validation_failed" }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  }
  expect(requestsElsewhere(watch, [origin])).toEqual([]);
  expect(watch.faults).toEqual([]);
});

test("its example for sending an email works with a key", async () => {
  const { page } = visit;
  await page.goto(`${origin}/docs/#tag/emails/POST/api/v1/send`);
  const example = page.locator("pre", { hasText: "/api/v1/send" }).first();
  await example.waitFor();
  const command = ((await example.textContent()) ?? "").replace("YOUR_SECRET_TOKEN", stage.member.key);
  expect(command).toContain(stage.member.key);
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { timeout: 20_000 });
  expect(JSON.parse(stdout)).toMatchObject({ success: true, status: "queued" });
  const { emails } = (
    await callApi<{ emails: { to: string[]; subject: string }[] }>(stage.baseUrl, "/api/v1/emails", {
      key: stage.member.key,
    })
  ).body;
  expect(emails).toMatchObject([{ to: ["ada@example.com"], subject: "Hello from Posthouse" }]);
});

test("a request can be tried on the page, and a missing key is an error there", async () => {
  const { page, watch } = visit;
  await page
    .getByRole("button", { name: /^Test Request/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Send\b.*post request/i }).click();
  await page.getByText("401 Unauthorized").waitFor();
  await page.getByText("Send your API key").first().waitFor();
  expect(requestsElsewhere(watch, [origin])).toEqual([]);
  expect(watch.faults).toEqual([]);
  expect(watch.dialogs).toEqual([]);
});
