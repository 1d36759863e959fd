import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, beforeEach } from "vitest";

const results = fileURLToPath(new URL("../../test-results/", import.meta.url));

/**
 * The tests of this file are chapters of one story: after one that failed the others are skipped, for they would fail by its
 * fault and take their time. What the page showed when it failed is left in test-results.
 */
export function tellInChapters(pageOfStory: () => Page | undefined): void {
  let broken = "";
  beforeEach(({ skip }) => skip(broken !== "", `after "${broken}" failed`));
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail" || broken !== "") return;
    broken = task.name;
    const path = join(results, `${task.file.name.replace(/.*\//, "")}.png`);
    await pageOfStory()?.screenshot({ path });
  });
}
