import { type Check, type Finding, type Patient, unknown } from "./checks/check.ts";

export type Examined = { id: string; title: string; findings: Finding[] };

/** All checks at once. One that breaks off has found out nothing, and hides no other. */
export async function examine(checks: readonly Check[], patient: Patient): Promise<Examined[]> {
  return await Promise.all(
    checks.map(async ({ id, title, examine }) => ({
      id,
      title,
      findings: await examine(patient).catch((error: unknown) => [
        unknown(`could not be looked at: ${(error as Error).message}`, "see the log"),
      ]),
    })),
  );
}
