import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodePath } from "../harness/node-path.ts";

export type TestFigures = { passed: number; left_out: number; failed: string[] };
type Report = {
  numPassedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[]; message: string }[];
};

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A stage that consists of ordinary tests, so that the table includes them. `env`: additional variables, such as those for longer forms. */
export async function proveByTests(
  files: string[],
  env: Record<string, string> = {},
): Promise<{ ok: boolean; figures: TestFigures }> {
  const directory = await mkdtemp(join(tmpdir(), "prove-tests-"));
  const path = join(directory, "report.json");
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...files,
    "--reporter=json",
    `--outputFile.json=${path}`,
  ];
  const options = { cwd: root, env: { ...process.env, ...env } };
  const child = spawn(nodePath, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  const { numPassedTests, numPendingTests, testResults }: Report = JSON.parse(await readFile(path, "utf8"));
  await rm(directory, { recursive: true });
  const failed = testResults.flatMap(({ assertionResults, message }) => {
    const names = assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => fullName);
    return assertionResults.length === 0 ? [message] : names;
  });
  const figures = { passed: numPassedTests, left_out: numPendingTests, failed };
  return { ok: code === 0 && numPassedTests > 0, figures };
}
