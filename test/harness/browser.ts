import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Watch, watchContext } from "./browser-watch.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Nothing that the browser does by itself may look like something that a page did. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Everything that is not there within this time is taken as missing. Generous: two slow cores may serve many tests. */
export const PATIENCE_MS = 60_000;

const START_WITHIN_MS = 90_000;

/** The system's Chromium on a fresh profile, which playwright removes when it is closed. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    args: QUIET,
    timeout: START_WITHIN_MS,
    // Where no locale is set, Chromium calls a download that is not named in ASCII "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

export type Visit = { page: Page; watch: Watch; close(): Promise<void> };

/** A page with cookies and storage of its own, and journal of all that happens on it. */
export async function openVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const watch = watchContext(context);
  return { page: await context.newPage(), watch, close: () => context.close() };
}

function findChromium(): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
  if (found) return found;
  throw new Error(`the browser tests need one of ${NAMES.join(", ")} on the PATH, e.g. apt install chromium`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
