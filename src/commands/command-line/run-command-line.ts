import { COMMANDS } from "../declarations/index.ts";
import { CommandError, explain } from "../explain.ts";
import { readVersion } from "../version.ts";
import { findCommand, unknownCommand } from "./find-command.ts";
import { helpOn } from "./help-on.ts";

/** Runs the command that the arguments name. A problem that the operator can fix is reported as one line and an exit code above 0. */
export async function runCommandLine(argv: string[]): Promise<void> {
  try {
    await run(argv);
  } catch (error) {
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
    const line = explain(error);
    if (line === null) throw error;
    process.stderr.write(`posthouse: ${line}\n`);
  }
}

async function run(argv: string[]): Promise<void> {
  const [first = "--help"] = argv;
  if (first === "--version") return void process.stdout.write(`${await readVersion()}\n`);
  if (first === "--help" || argv.includes("--help")) {
    process.stdout.write(helpOn(argv.slice(0, argv.indexOf("--help")), COMMANDS));
    return;
  }
  const found = findCommand(argv, COMMANDS);
  if (!found) throw unknownCommand(argv, COMMANDS);
  await found.command.run(found.args, COMMANDS);
}
