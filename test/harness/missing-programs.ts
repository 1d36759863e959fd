import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const FOUR_READERS = "src/mail/mime/four-readers.test.ts";

type Need = {
  /** The names under which the program is known. */
  programs: string[];
  /** What perl must find as well, where the program is perl, which every system has. */
  perlModule?: string;
  files: string[];
};

/** Test files that need a program which npm cannot bring. */
const needs: Need[] = [
  {
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    files: ["test/e2e/dashboard-*.test.ts"],
  },
  { programs: ["curl"], files: ["test/e2e/readme.test.ts"] },
  { programs: ["postfix"], files: ["test/e2e/postfix.test.ts"] },
  ...["curl", "swaks", "msmtp", "s-nail", "python3"].map((program) => ({
    programs: [program],
    files: ["test/e2e/submission-clients.test.ts"],
  })),
  {
    programs: ["python3"],
    files: [
      "test/e2e/postfix.test.ts",
      "src/mail/mime/{round-trip,attachments,injection}.test.ts",
      FOUR_READERS,
    ],
  },
  { programs: ["perl"], perlModule: "Email::MIME", files: [FOUR_READERS] },
];

/**
 * Files that cannot run on this machine. They are left out with a line that says so; in CI, where .ci/run installs
 * everything, nothing is left out and what is missing fails.
 */
export function filesThatCannotRun(): string[] {
  if (process.env.CI) return [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return needs.flatMap(({ programs, perlModule, files }) => {
    const isThere = programs.some((program) => folders.some((folder) => isExecutable(join(folder, program))));
    if (isThere && (perlModule === undefined || hasModule(programs[0] ?? "", perlModule))) return [];
    process.stderr.write(`LEFT OUT, for want of ${perlModule ?? programs[0]}: ${files.join(", ")}\n`);
    return files;
  });
}

function hasModule(perl: string, name: string): boolean {
  return spawnSync(perl, [`-M${name}`, "-e", "1"], { stdio: "ignore" }).status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
