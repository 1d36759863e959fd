import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stages } from "./stages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = fileURLToPath(new URL("./mutants/", import.meta.url));
const names = readdirSync(directory);

test.each(names)("%s still applies to the code, and names a stage", (name) => {
  const stage = /^Red in: (\S+)/.exec(readFileSync(`${directory}${name}`, "utf8"))?.[1] ?? "";
  expect(Object.keys(stages)).toContain(stage);
  execFileSync("git", ["apply", "--check", `${directory}${name}`], { cwd: root, stdio: "pipe" });
});

test("there are mutants", () => {
  expect(names.length).toBeGreaterThanOrEqual(4);
});
