import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { nodePath } from "../harness/node-path.ts";
import { readJudge } from "./mutants.ts";
import { stages } from "./stages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = fileURLToPath(new URL("./mutants/", import.meta.url));
const names = readdirSync(directory);

test.each(names)("%s still applies to the code, can be parsed, and names what detects it", (name) => {
  const judge = readJudge(readFileSync(join(directory, name), "utf8"));
  if ("stage" in judge) expect(Object.keys(stages)).toContain(judge.stage);
  else for (const file of judge.tests) expect(existsSync(join(root, file)), file).toBe(true);
  for (const file of applyToCopies(join(directory, name)))
    execFileSync(nodePath, ["--check", file], { stdio: "pipe" });
});

/** Copies the files that a patch changes; returns the directory. */
function applyToCopies(patch: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), "mutant-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const changed = [...readFileSync(patch, "utf8").matchAll(/^\+\+\+ b\/(.+)$/gm)].map(
    ([, path = ""]) => path,
  );
  for (const path of changed) cpSync(join(root, path), join(copy, path));
  execFileSync("git", ["apply", patch], { cwd: copy, stdio: "pipe" });
  return changed.filter((path) => path.endsWith(".ts")).map((path) => withoutTypes(join(copy, path)));
}

test("there are mutants", () => {
  expect(names.length).toBeGreaterThanOrEqual(10);
});

/** Writes the file without types, next to the original, so that Node can check its syntax. */
function withoutTypes(path: string): string {
  writeFileSync(`${path}.mjs`, stripTypeScriptTypes(readFileSync(path, "utf8")));
  return `${path}.mjs`;
}
