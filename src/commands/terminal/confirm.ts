import { createInterface } from "node:readline/promises";
import { CommandError } from "../explain.ts";

export const YES_OPTION = { yes: { help: "do not ask; required without a terminal" } } as const;

/** Asks before something that cannot be undone. Throws a CommandError if the answer is not yes, or without a terminal. */
export async function confirm(
  question: string,
  { yes = false }: { yes?: boolean | undefined },
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new CommandError(`nothing was changed: without a terminal, this command needs --yes (${question})`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError("nothing was changed");
  } finally {
    terminal.close();
  }
}
