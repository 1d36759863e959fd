import { expect, test } from "vitest";
import { COMMANDS } from "../declarations/index.ts";
import { findCommand, unknownCommand } from "./find-command.ts";
import { helpOn } from "./help-on.ts";

test("the longest name wins, and the rest are its arguments", () => {
  expect(findCommand(["role", "prepare"], COMMANDS)?.command.name).toBe("role prepare");
  expect(findCommand(["role", "smtp", "inbound"], COMMANDS)).toMatchObject({ args: ["smtp", "inbound"] });
  expect(findCommand(["keys"], COMMANDS)).toBeNull();
});

test.each([
  [["serv"], "did you mean posthouse serve?"],
  [["log", "--follow"], "did you mean posthouse logs?"],
  [["keys", "creat"], "did you mean posthouse keys create?"],
  [["supressions", "list"], "did you mean posthouse suppressions list?"],
  [["domain"], "did you mean posthouse help domains?"],
  [["keys"], "posthouse has keys create"],
  [["xylophone"], 'there is no command "xylophone"; posthouse --help lists the commands'],
])("%j: %s", (words, message) => {
  expect(unknownCommand(words, COMMANDS).message).toContain(message);
});

test("the global help names each command, but no internal one", () => {
  const help = helpOn([], COMMANDS);
  for (const { name, internal } of COMMANDS)
    expect(new RegExp(`^ {2}posthouse ${name}( |$)`, "m").test(help), name).toBe(!internal);
});

test.each(COMMANDS.filter(({ internal }) => !internal).map((command) => [command.name, command] as const))(
  "the help of %s has its options, examples and exit codes, and its examples are its own",
  (name, command) => {
    const help = helpOn(name.split(" "), COMMANDS);
    expect(help).toContain(`Usage:\n  posthouse ${name}`);
    expect(help).toMatch(/Exit codes:\n {2}0 +success\n {2}1 /);
    for (const option of Object.keys(command.options ?? {})) expect(help).toContain(`--${option}`);
    for (const example of command.examples ?? [])
      expect(findCommand(example.split(" "), COMMANDS)?.command.name).toBe(name);
  },
);
