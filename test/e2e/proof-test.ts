import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** Requirements for a verdict. */
export const faultless = { lost: [], unexplainedDuplicates: [], damaged: [], differing: [], strangers: [] };

/** For the ledgers of one test. */
export async function ownDirectory({ onTestFinished }: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "proof-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}
