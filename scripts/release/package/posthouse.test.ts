import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { nodePackages, platform } from "../../setup/node-packages.mjs";

const scripts = fileURLToPath(new URL("../..", import.meta.url));
const cannotLoad = (library: string) =>
  `#!/bin/sh\necho "node: error while loading shared libraries: ${library}: cannot open shared object file" >&2; exit 127`;

/** Starts the npm package with another program in the place of the pinned Node. */
function startWith(program: string) {
  const directory = mkdtempSync(join(tmpdir(), "posthouse-package-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const node = join(directory, "node_modules", nodePackages[platform as keyof typeof nodePackages]);
  mkdirSync(join(node, "bin"), { recursive: true });
  writeFileSync(join(node, "package.json"), "{}");
  writeFileSync(join(node, "bin/node"), program, { mode: 0o755 });
  for (const file of ["become", "node-packages", "problem-of-node"])
    cpSync(join(scripts, `setup/${file}.mjs`), join(directory, `bin/${file}.mjs`));
  const start = join(directory, "bin/posthouse.mjs");
  cpSync(join(scripts, "release/package/posthouse.mjs"), start);
  return spawnSync(process.execPath, [start, "--version"], { encoding: "utf8", env: {} });
}

test.each([
  [
    "without libatomic",
    cannotLoad("libatomic.so.1"),
    /libatomic\.so\.1.*: apt-get install libatomic1, or dnf install libatomic, then try again$/,
  ],
  [
    "without libstdc++",
    cannotLoad("libstdc++.so.6"),
    /: apt-get install libstdc\+\+6, or dnf install libstdc\+\+,/,
  ],
  [
    "with an old glibc",
    "#!/bin/sh\necho \"node: libc.so.6: version 'GLIBC_2.28' not found\" >&2; exit 1",
    /: use a newer system, then try again$/,
  ],
  // The error is that of a program for glibc on a system without it: the file that interprets the program is missing.
  ["without glibc", "#!/lib64/ld-of-another-system.so\n", /needs glibc, .* such as the image node:24$/],
  ["with a broken Node", "#!/bin/sh\nexit 3", /: install posthouse again, then try again$/],
])("on a system %s, the npm package says what to do", (_system, program, message) => {
  const { status, stderr } = startWith(program);
  expect(stderr.trimEnd()).toMatch(message);
  expect(stderr).toMatch(/^posthouse: the pinned Node .*\n$/);
  expect(status).toBe(1);
});

test("the npm package starts with a Node that works", () => {
  expect(startWith('#!/bin/sh\necho "$*"').stdout).toMatch(/^\S+dist\/server\/main\.js --version\n$/);
});
