import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { COMMANDS } from "../declarations/index.ts";
import { completionFor } from "./completion.ts";

/** Asks bash for completions after these words; the last one is being typed. */
function offered(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `${completionFor("bash", COMMANDS)}
COMP_WORDS=(posthouse ${quoted}); COMP_CWORD=${words.length}; _posthouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\n").filter(Boolean);
}

test.each([
  [["se"], ["serve", "send"]],
  [["keys", "c"], ["create"]],
  [["send", "--sub"], ["--subject"]],
  [
    ["keys", "create", "--permission", ""],
    ["full", "send", "read"],
  ],
  [["suppressions", "list", "--reason", "h"], ["hard_bounce"]],
  [["contacts", "i"], ["import"]],
  [
    ["contacts", "import", "--on-conflict", ""],
    ["update", "skip"],
  ],
  [["logs", "--fol"], ["--follow"]],
])("bash completes %j", (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

test.each(["bash", "zsh", "fish"])("%s knows each command and option, but no internal command", (shell) => {
  const script = completionFor(shell, COMMANDS);
  for (const { name, options = {}, internal } of COMMANDS.filter((command) => !command.internal)) {
    expect(internal).toBeUndefined();
    for (const word of name.split(" ")) expect(script).toContain(word);
    for (const option of Object.keys(options))
      expect(script).toContain(shell === "fish" ? `-l ${option}` : `--${option}`);
  }
  expect(script).not.toContain("prepare");
});

test("an unknown shell is named", () => {
  expect(() => completionFor("tcsh", COMMANDS)).toThrow('completion takes bash, zsh or fish, not "tcsh"');
});
