import { spawnSync } from "node:child_process";
import { BROWSERS, findProgram } from "./find-program.ts";

const FOUR_READERS = "src/mail/mime/four-readers.test.ts";
const FOUR_VERIFIERS = "src/mail/dkim/four-verifiers.test.ts";

type Need = {
  /** Possible names of the program. */
  programs: string[];
  /** A module that perl requires. */
  perlModule?: string;
  /** A module that Python requires; a system may have several Pythons. */
  pythonModule?: string;
  files: string[];
};

/** Test files that need a program that npm cannot install. */
const needs: Need[] = [
  {
    programs: BROWSERS,
    files: ["test/e2e/dashboard-*.test.ts"],
  },
  { programs: ["curl"], files: ["test/e2e/{readme,docs-guides,api-examples}.test.ts"] },
  { programs: ["python3"], files: ["test/e2e/docs-guides.test.ts"] },
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
  {
    programs: ["python3"],
    pythonModule: "nacl",
    files: ["src/features/webhooks/signatures/python-verifier.test.ts"],
  },
  ...["opendkim", "rspamd"].map((program) => ({ programs: [program], files: [FOUR_VERIFIERS] })),
  {
    programs: ["pebble"],
    files: ["test/e2e/tracking-certificates.test.ts", "src/features/tracking/hosts/certificates.db.test.ts"],
  },
  { programs: ["strace"], files: ["test/e2e/crash-writes.test.ts"] },
  { programs: ["spamassassin"], files: ["src/mail/dkim/spam-score.test.ts"] },
];

/**
 * Files that cannot run on this machine. They are skipped with a message. In CI, where .ci/run installs all programs, nothing is
 * skipped, and a missing program is a failure.
 */
export function filesThatCannotRun(): string[] {
  if (process.env.CI) return [];
  return needs.flatMap(({ programs, perlModule, pythonModule, files }) => {
    const isThere = programs.some((program) => findProgram(program) !== null);
    const module = perlModule ?? pythonModule;
    const hasModule =
      (perlModule === undefined || runs("perl", [`-M${perlModule}`, "-e", "1"])) &&
      (pythonModule === undefined || findPython(pythonModule) !== null);
    if (isThere && hasModule) return [];
    process.stderr.write(`SKIPPED, because ${module ?? programs[0]} is not installed: ${files.join(", ")}\n`);
    return files;
  });
}

/** Finds a Python with the module, because a Python installed by hand may come first on the PATH. */
export function findPython(module: string): string | null {
  return ["python3", "/usr/bin/python3"].find((python) => runs(python, ["-c", `import ${module}`])) ?? null;
}

function runs(program: string, parameters: string[]): boolean {
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}
