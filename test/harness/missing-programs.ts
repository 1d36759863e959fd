import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const FOUR_READERS = "src/mail/mime/four-readers.test.ts";
const FOUR_VERIFIERS = "src/mail/dkim/four-verifiers.test.ts";

type Need = {
  /** The names under which the program is known. */
  programs: string[];
  /** What perl must find as well, where the program is perl, which every system has. */
  perlModule?: string;
  /** The same of Python, of which a system may have several. */
  pythonModule?: string;
  files: string[];
};

/** Test files that need a program which npm cannot bring. */
const needs: Need[] = [
  {
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    files: ["test/e2e/dashboard-*.test.ts"],
  },
  { programs: ["curl"], files: ["test/e2e/readme.test.ts"] },
  { programs: ["postfix"], files: ["test/e2e/{postfix,inbound-postfix}.test.ts"] },
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
  { programs: ["perl"], perlModule: "Mail::DKIM", files: [FOUR_VERIFIERS] },
  { programs: ["python3"], pythonModule: "dkim, nacl", files: [FOUR_VERIFIERS] },
  ...["opendkim", "rspamd"].map((program) => ({ programs: [program], files: [FOUR_VERIFIERS] })),
  { programs: ["strace"], files: ["test/e2e/crash-writes.test.ts"] },
  { programs: ["spamassassin"], files: ["src/mail/dkim/spam-score.test.ts"] },
];

/**
 * Files that cannot run on this machine. They are left out with a line that says so; in CI, where .ci/run installs
 * everything, nothing is left out and what is missing fails.
 */
export function filesThatCannotRun(): string[] {
  if (process.env.CI) return [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return needs.flatMap(({ programs, perlModule, pythonModule, files }) => {
    const isThere = programs.some((program) => folders.some((folder) => isExecutable(join(folder, program))));
    const module = perlModule ?? pythonModule;
    const hasModule =
      (perlModule === undefined || runs("perl", [`-M${perlModule}`, "-e", "1"])) &&
      (pythonModule === undefined || findPython(pythonModule) !== null);
    if (isThere && hasModule) return [];
    process.stderr.write(`LEFT OUT, for want of ${module ?? programs[0]}: ${files.join(", ")}\n`);
    return files;
  });
}

/** The Python that has a module: one that was installed by hand may stand before that of the system. */
export function findPython(module: string): string | null {
  return ["python3", "/usr/bin/python3"].find((python) => runs(python, ["-c", `import ${module}`])) ?? null;
}

function runs(program: string, parameters: string[]): boolean {
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
