import { type Check, type CheckContext, type Finding, unknown } from "./checks/check.ts";

export type CheckResult = { id: string; title: string; findings: Finding[] };

/** Runs all checks concurrently. A check that throws gets the level `unknown` and does not affect the others. */
export async function runChecks(checks: readonly Check[], context: CheckContext): Promise<CheckResult[]> {
  return await Promise.all(
    checks.map(async ({ id, title, examine }) => ({
      id,
      title,
      findings: await examine(context).catch((error: unknown) => [
        unknown(`could not be checked: ${(error as Error).message}`, "see the log"),
      ]),
    })),
  );
}
