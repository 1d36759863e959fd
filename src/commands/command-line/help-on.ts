import type { Command } from "./command.ts";
import { findCommand, findGroup, unknownCommand } from "./find-command.ts";
import { renderCommandHelp, renderGroupHelp, renderHelp } from "./render-help.ts";

/** The help of a command, of a group such as `keys`, or without words of the program. */
export function helpOn(words: readonly string[], all: readonly Command[]): string {
  const found = findCommand(words, all);
  if (found) return renderCommandHelp(found.command);
  const [first] = words;
  if (first === undefined) return renderHelp(all);
  const group = findGroup(first, all);
  if (group.length === 0 || words.length > 1) throw unknownCommand(words, all);
  return renderGroupHelp(group);
}
