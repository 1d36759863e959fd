import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { openStages } from "./browser-stage.ts";
import { isReady } from "./posthouse.ts";

const LINES_OF_LOG = 30;
const CHARACTERS_OF_PAGE = 1_500;
const WITHIN_MS = 5_000;

/** Adds what the browser showed and what the program logged to the error of a failed test, because neither is there afterwards. */
afterEach(async ({ task }) => {
  const error = task.result?.errors?.at(0);
  if (!error) return;
  for (const stage of openStages) {
    const { browser, visit } = stage;
    const pages = browser.contexts().flatMap((context) => context.pages());
    error.message += [
      ...(await Promise.all(pages.map(describePage))),
      `── faults: ${JSON.stringify(visit.watch.faults)}; /readyz: ${await isReady(stage)}`,
      ...stage.readLogs().slice(-LINES_OF_LOG),
    ]
      .map((line) => `\n${line}`)
      .join("");
  }
});

async function describePage(page: Page): Promise<string> {
  const text = page.evaluate<string>("document.body.innerText").catch(String);
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, WITHIN_MS, "(no response)"));
  return `── ${page.url()}\n${(await Promise.race([text, timeout])).slice(0, CHARACTERS_OF_PAGE)}`;
}
