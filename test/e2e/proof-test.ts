import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** Requirements for a verdict. */
export const faultless = { lost: [], unexplainedDuplicates: [], damaged: [], differing: [], strangers: [] };

/** For the ledgers of one test, which are kept if it fails. */
export async function ownDirectory({ onTestFinished, task }: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "proof-"));
  onTestFinished(async () => {
    if (task.result?.state === "fail")
      console.error(`"${task.name}" failed; its ledgers are in ${directory}`);
    else await rm(directory, { recursive: true });
  });
  return directory;
}
