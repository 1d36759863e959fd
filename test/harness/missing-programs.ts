import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Test files that need a program which npm cannot bring, and the names under which it is known. */
const needs: { programs: string[]; files: string[] }[] = [
  {
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    files: ["test/e2e/dashboard-*.test.ts"],
  },
  { programs: ["curl"], files: ["test/e2e/readme.test.ts"] },
  { programs: ["postfix"], files: ["test/e2e/postfix.test.ts"] },
  { programs: ["python3"], files: ["test/e2e/postfix.test.ts", "src/mail/mime/round-trip.test.ts"] },
];

/**
 * Files that cannot run on this machine. They are left out with a line that says so; in CI, where .ci/run installs
 * everything, nothing is left out and what is missing fails.
 */
export function filesThatCannotRun(): string[] {
  if (process.env.CI) return [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return needs.flatMap(({ programs, files }) => {
    if (programs.some((program) => folders.some((folder) => isExecutable(join(folder, program))))) return [];
    process.stderr.write(`LEFT OUT, for want of ${programs[0]}: ${files.join(", ")}\n`);
    return files;
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
