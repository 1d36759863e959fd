import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openVisit, startBrowser, type Visit } from "./browser.ts";
import { joinAs, type Member } from "./browser-account.ts";
import { createTestDatabase } from "./database.ts";
import { type Posthouse, type PosthouseOptions, startPosthouse, stopAndRemove } from "./posthouse.ts";

export type Stage = {
  posthouse: Posthouse;
  baseUrl: string;
  browser: Browser;
  /** A key of the signed-in member. */
  visit: Visit;
  page: Page;
  member: Member;
  databaseUrl: string;
  close(): Promise<void>;
};

/** Those of this process that are not closed. */
export const openStages = new Set<Stage>();

type StageOptions = Pick<PosthouseOptions, "env" | "roles"> & { visit?: BrowserContextOptions };

/**
 * The program on its own database, a browser, and a signed-in member, shared by the tests of a file. The database is a clone of the
 * run's template, because creating one takes longer than most tests.
 */
export async function openStage({
  env = {},
  roles,
  visit: visitOptions = {},
}: StageOptions = {}): Promise<Stage> {
  // If one part fails to start, the parts before it are stopped.
  await using started = new AsyncDisposableStack();
  const browser = await startBrowser();
  started.defer(() => browser.close());
  const database = await createTestDatabase();
  const posthouse = await startPosthouse({ ...(roles && { roles }), database, env });
  started.defer(() => stopAndRemove(posthouse));
  const visit = await openVisit(browser, visitOptions);
  const member = await joinAs(posthouse, visit.page.context());
  const running = started.move();
  const stage: Stage = {
    posthouse,
    baseUrl: posthouse.baseUrl,
    browser,
    visit,
    page: visit.page,
    member,
    databaseUrl: database.connectionString,
    close: async () => {
      openStages.delete(stage);
      await running.disposeAsync();
    },
  };
  openStages.add(stage);
  return stage;
}
