import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, beforeEach } from "vitest";

const results = fileURLToPath(new URL("../../test-results/", import.meta.url));

/**
 * The tests of this file are chapters of one story: after a failure the rest are skipped, because they would fail slowly for the
 * same reason. A screenshot of the failure is kept in test-results.
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
