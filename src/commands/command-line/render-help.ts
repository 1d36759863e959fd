import type { Command, Option } from "./command.ts";

const FOOTER = `Run "posthouse help <command>" or "posthouse <command> --help" for options, examples and exit codes.

Settings are environment variables; docs/reference/config.md lists them.
In a checkout: npm run posthouse -- <command>
`;

/** The list of all commands. */
export function renderHelp(all: readonly Command[]): string {
  return `Posthouse, an email-sending platform.

Usage: posthouse <command> [options]

${renderRows(all.filter(({ internal }) => !internal).map(({ name, summary }) => [`posthouse ${name}`, summary]))}
  posthouse --help | --version

${FOOTER}`;
}

/** The commands of a group, such as `keys`. */
export function renderGroupHelp(group: readonly Command[]): string {
  return `${renderRows(group.map((command) => [synopsisOf(command), command.summary]))}\n`;
}

export function renderCommandHelp(command: Command): string {
  const { summary, options = {}, notes = [], examples = [], exitCodes = {}, failure } = command;
  const sections = [
    [`${summary}.`],
    ["Usage:", `  ${synopsisOf(command)}`],
    notes,
    section(
      "Options:",
      Object.entries(options).map(([name, option]) => [flagOf(name, option), helpOf(option)]),
    ),
    examples.length > 0 ? ["Examples:", ...examples.map((line) => `  posthouse ${line}`)] : [],
    section("Exit codes:", [
      ["0", "success"],
      ["1", failure ?? "an error; its message is on standard error"],
      ...Object.entries(exitCodes),
    ]),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function synopsisOf({ name, operands = [], options }: Command): string {
  return ["posthouse", name, ...operands, options ? "[options]" : ""].filter(Boolean).join(" ");
}

function flagOf(name: string, { value }: Option): string {
  return value ? `--${name} ${value}` : `--${name}`;
}

function helpOf({ help, values, many }: Option): string {
  return [help, values && `: ${values.join(", ")}`, many && " (can be repeated)"].filter(Boolean).join("");
}

function section(title: string, rows: [string, string][]): string[] {
  return rows.length > 0 ? [title, renderRows(rows)] : [];
}

function renderRows(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
