import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVisit } from "../harness/browser.ts";
import { adoptSession } from "../harness/browser-account.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";

/** Document, scripts, styles, font and data. */
const MAX_BYTES = 150_000;

/** The scripts of the other pages are loaded when the browser is idle, after the first page is usable. */
const NEVER_IDLE = "window.requestIdleCallback = () => 0";

const build = fileURLToPath(new URL("../../dashboard/dist", import.meta.url));
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ roles: ["api"] });
});
afterAll(() => stage?.close());

/** The compressed bytes of a response. Files count as Brotli, which browsers accept over https only; here they get gzip. */
function bytesOf({ name, encodedBodySize }: { name: string; encodedBodySize: number }): number {
  const compressed = `${build}${new URL(name).pathname}.br`;
  return existsSync(compressed) ? statSync(compressed).size : encodedBodySize;
}

test.each([
  ["/signin", "Sign in"],
  ["/", "Overview"],
  ["/emails", "Emails"],
  ["/inbox", "Inbox"],
])("%s takes at most 150 kB when it is opened first, with the title %s", async (path, title) => {
  const visit = await openVisit(stage.browser);
  const context = visit.page.context();
  if (path !== "/signin") await adoptSession(context, stage.baseUrl, stage.member.cookie);
  await context.addInitScript(NEVER_IDLE);
  await visit.page.goto(stage.baseUrl + path, { waitUntil: "networkidle" });
  await visit.page.getByRole("heading", { level: 1 }).waitFor();
  const responses = await visit.page.evaluate<{ name: string; encodedBodySize: number }[]>(
    `performance.getEntries().filter(({ encodedBodySize }) => encodedBodySize > 0)
       .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
  );
  expect(await visit.page.title()).toBe(`${title} · Posthouse`);
  const bytes = responses.map(bytesOf).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
  expect(bytes).toBeGreaterThan(50_000);
  await visit.close();
});
