/** `docker build` gets the files that the Dockerfile and the scripts of the build use. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The rules of .dockerignore: the last rule that matches a path, or a folder above it, decides. */
const rules = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const pattern = line.replace(/^!/, "").replaceAll(/[.+^$()|[\]{}]/g, "\\$&");
    const source = pattern.replaceAll(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"));
    return { isIgnored: !line.startsWith("!"), matches: new RegExp(`^${source}(?:/.*)?$`) };
  });
const isIgnored = (path: string): boolean =>
  rules.findLast(({ matches }) => matches.test(path))?.isIgnored ?? false;

/** The scripts that `node scripts/make-package.mjs` loads. */
function scriptsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, target = ""] of read(path).matchAll(/(?:from|import\()\s*"(\.[^"]+\.mjs)"/g))
    scriptsOf(posix.join(dirname(path), target), found);
  return found;
}

test("the rules are read as Docker reads them", () => {
  expect(["src/main.ts", "package.json", "dashboard/src/main.tsx"].map(isIgnored)).toEqual([
    false,
    false,
    false,
  ]);
  expect(
    ["bench", "dashboard/dist/x.js", "node_modules/a", "src/a/b.test.ts", "data/secret.key"].map(isIgnored),
  ).toEqual([true, true, true, true, true]);
});

test("no file that the Dockerfile copies is ignored", () => {
  const sources = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = ""]) =>
    list.split(" "),
  );
  expect(sources).toContain("package-lock.json");
  for (const source of sources.filter((one) => one !== ".")) expect(isIgnored(source), source).toBe(false);
});

test("no file that the build uses is ignored", () => {
  const scripts = [...scriptsOf("scripts/make-package.mjs")];
  expect(scripts).toContain("scripts/release/copy-files.mjs");
  const named = scripts.flatMap((script) => [
    script,
    // Paths in the scripts that exist in the repository.
    ...[...read(script).matchAll(/"([\w./-]+)"/g)]
      .map(([, path = ""]) => path)
      .filter((path) => isTracked(path)),
  ]);
  expect(named).toEqual(expect.arrayContaining(["deploy", "migrations", "LICENSE"]));
  for (const path of named) expect(isIgnored(path), path).toBe(false);
});

const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");

function isTracked(path: string): boolean {
  return existsSync(join(root, path)) && tracked.some((file) => file === path || file.startsWith(`${path}/`));
}
