import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Watch, watchContext } from "./browser-watch.ts";
import { BROWSERS, findProgram } from "./find-program.ts";

/** Switches off the browser's own requests, which would look like requests of a page. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Timeout for content of a page. Generous, because two slow cores may run many tests. */
export const PATIENCE_MS = 60_000;

const START_WITHIN_MS = 90_000;

/** The system's Chromium on a fresh profile, which playwright removes on close. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    args: QUIET,
    timeout: START_WITHIN_MS,
    // Without a locale, Chromium names a download with a non-ASCII name "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

export type Visit = { page: Page; watch: Watch; close(): Promise<void> };

/** A page with its own cookies and storage, and a record of everything that happens on it. Transitions, which tests would wait for, are off. */
export async function openVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    // Without a locale, the headless shell sends no Accept-Language header, like a bot.
    locale: "en-US",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const watch = watchContext(context);
  return { page: await context.newPage(), watch, close: () => context.close() };
}

function findChromium(): string {
  const found = BROWSERS.map(findProgram).find((path) => path !== null);
  if (found) return found;
  throw new Error(
    `the browser tests need one of ${BROWSERS.join(", ")} on the PATH, e.g. apt install chromium`,
  );
}
