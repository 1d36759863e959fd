import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { runSql } from "../harness/database.ts";
import { allPages } from "../reference/all-pages.ts";
import { seedAllPages } from "../reference/seed-all-pages.ts";

let stage: Stage;
let page: Page;
let paths: string[];

beforeAll(async () => {
  stage = await openStage({ roles: ["api"] });
  page = stage.page;
  const { baseUrl, databaseUrl, member } = stage;
  const world = { baseUrl, databaseUrl, owner: member.email, cookie: member.cookie, key: member.key };
  const places = await seedAllPages(world);
  // An operator's pages also have those of the instance.
  await runSql(databaseUrl, "UPDATE people SET is_operator = true");
  const sources = [{ address: "203.0.113.9", helo_name: "out1.example.com", started_on: null }];
  await callApi(baseUrl, "/api/pools", { cookie: member.cookie, body: { name: "bulk", sources } });
  const newest = async (status: string) => {
    const path = `/api/v1/emails?limit=1&status=${status}`;
    const { body } = await callApi<{ emails: { id: string }[] }>(baseUrl, path, { key: member.key });
    return body.emails[0]?.id ?? "";
  };
  const bounced = await newest("bounced");
  const delivered = await newest("delivered");
  const captured = await newest("captured");
  const pages = allPages({ ...places, bounced, delivered, captured });
  paths = Object.values(pages).filter((path) => !path.startsWith("/docs"));
  paths.push("/routing?of=instance");
});
afterAll(() => stage?.close());

/** How the names of controls that change something begin. The menu of a contact also copies its address. */
const CHANGES =
  /^(Actions(?! for \S+@)|Add|Cancel|Check|Clear the|Create|Delete|Disable|Edit|Empty|Enable|End|Go live|Hold|Import|Invite|Mark|Pause|Purge|Release|Remove|Rename|Replay|Resend|Restore|Resume|Retry|Rotate|Save(?! this filter)|Schedule|Select|Send|Stop|Suppress|Switch|Test|Turn|Undo|Upload|Verify)\b/;

type Text = { textContent: string | null };
/** A button or an input, in the browser. */
type Control = Text & { getAttribute(name: string): string | null; labels?: ArrayLike<Text> | null };

/** The controls of a page that change something and can be used. */
async function changesOn(path: string): Promise<string[]> {
  await openPath(page, stage.baseUrl, path);
  await page.locator("h1").first().waitFor();
  await expectSoon(() => page.locator('[aria-busy="true"], .animate-shimmer').count()).toBe(0);
  const names = await page
    .locator("button:enabled, input[type=checkbox]:enabled, [role=switch]:enabled")
    .evaluateAll((all) =>
      (all as unknown as Control[]).map(
        (one) => one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent ?? "",
      ),
    );
  return names.map((name) => name.trim()).filter((name) => CHANGES.test(name));
}

async function pagesWithChanges(some: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of some) {
    const changes = await changesOn(path);
    if (changes.length > 0) found[path] = changes;
  }
  return found;
}

test("no page of the dashboard offers a change to a viewer", async () => {
  const owners = ["/contacts", "/keys", "/routing", "/routing?of=instance", "/webhooks"];
  expect(Object.keys(await pagesWithChanges(owners))).toEqual(owners);
  await runSql(stage.databaseUrl, "UPDATE memberships SET role = 'viewer'");
  await page.reload();
  // Everyone may protect their own sign-in.
  expect(await pagesWithChanges(paths)).toEqual({ "/settings/account": ["Add authenticator app"] });
});
