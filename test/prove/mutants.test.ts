import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readJudge } from "./mutants.ts";
import { stages } from "./stages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = fileURLToPath(new URL("./mutants/", import.meta.url));
const names = readdirSync(directory);

test.each(names)("%s still applies to the code, and names what notices it", (name) => {
  const judge = readJudge(readFileSync(join(directory, name), "utf8"));
  if ("stage" in judge) expect(Object.keys(stages)).toContain(judge.stage);
  else for (const file of judge.tests) expect(existsSync(join(root, file)), file).toBe(true);
  execFileSync("git", ["apply", "--check", join(directory, name)], { cwd: root, stdio: "pipe" });
});

test("there are mutants", () => {
  expect(names.length).toBeGreaterThanOrEqual(10);
});
