import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { openVisit, startBrowser, type Visit } from "./browser.ts";
import { joinAs, type Member } from "./browser-account.ts";
import { createTestDatabase } from "./database.ts";
import { type Posthouse, type PosthouseOptions, startPosthouse, stopAndRemove } from "./posthouse.ts";

export type SharedStage = {
  baseUrl: string;
  browser: Browser;
  /** A key of the signed-in member. */
  visit: Visit;
  page: Page;
  member: Member;
  databaseUrl: string;
  /** The output of the program so far. */
  readLogs(): string[];
  close(): Promise<void>;
};

export type Stage = SharedStage & { posthouse: Posthouse };

/** Those of this process that are not closed. */
export const openStages = new Set<SharedStage>();

type SharedStageOptions = { visit?: BrowserContextOptions };
type StageOptions = Pick<PosthouseOptions, "env" | "roles"> & SharedStageOptions;
type Program = Pick<SharedStage, "baseUrl" | "databaseUrl" | "readLogs">;

/**
 * The program on its own database, a browser, and a signed-in member, shared by the tests of a file. The database is a clone of the
 * run's template, because creating one takes longer than most tests.
 */
export async function openStage({ env = {}, roles, visit = {} }: StageOptions = {}): Promise<Stage> {
  // If one part fails to start, the parts before it are stopped.
  await using started = new AsyncDisposableStack();
  const database = await createTestDatabase();
  const posthouse = await startPosthouse({ ...(roles && { roles }), database, env });
  started.defer(() => stopAndRemove(posthouse));
  const { baseUrl, logs } = posthouse;
  const program = { baseUrl, databaseUrl: database.connectionString, readLogs: () => logs };
  return { ...(await enter(program, { visit, started })), posthouse };
}

/**
 * A browser and a signed-in member of a new account, on the program that all files with this function use at the same time. The program
 * has the default settings and roles. For files that neither stop it nor look beyond their account, such as at operators' pages or at whole
 * tables. The limit SIGN_UPS lets 20 members join at once.
 */
export async function openSharedStage({ visit = {} }: SharedStageOptions = {}): Promise<SharedStage> {
  await using started = new AsyncDisposableStack();
  const { logPath, ...program } = inject("sharedProgram");
  const readLogs = () => readFileSync(logPath, "utf8").trimEnd().split("\n");
  return await enter({ ...program, readLogs }, { visit, started });
}

/** Opens a browser in which a member of a new account is signed in. The stage closes `started`. */
async function enter(
  program: Program,
  { visit: options, started }: { visit: BrowserContextOptions; started: AsyncDisposableStack },
): Promise<SharedStage> {
  const browser = await startBrowser();
  started.defer(() => browser.close());
  const visit = await openVisit(browser, options);
  const member = await joinAs(program, visit.page.context());
  const running = started.move();
  const stage = {
    ...program,
    browser,
    visit,
    page: visit.page,
    member,
    close: async () => {
      openStages.delete(stage);
      await running.disposeAsync();
    },
  };
  openStages.add(stage);
  return stage;
}
