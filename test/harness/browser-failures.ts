import { afterEach } from "vitest";
import { openStages } from "./browser-stage.ts";

const LINES_OF_LOG = 30;
const CHARACTERS_OF_PAGE = 1_500;
const WITHIN_MS = 5_000;

/** Prints what the browser showed and what the program logged when a test of this file failed, because neither is there afterwards. */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const { page, visit, posthouse } of openStages) {
    const text = page.evaluate<string>("document.body.innerText").catch(String);
    const timeout = new Promise<string>((resolve) => setTimeout(resolve, WITHIN_MS, "(no response)"));
    const shown = await Promise.race([text, timeout]);
    process.stderr.write(
      [
        `── ${task.name}: ${page.url()}`,
        shown.slice(0, CHARACTERS_OF_PAGE),
        `── faults: ${JSON.stringify(visit.watch.faults)}; /readyz: ${await posthouse.isReady()}`,
        ...posthouse.logs.slice(-LINES_OF_LOG),
        "",
      ].join("\n"),
    );
  }
});
