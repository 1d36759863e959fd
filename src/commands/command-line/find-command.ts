import { CommandError } from "../explain.ts";
import type { Command } from "./command.ts";
import { findNearest } from "./find-nearest.ts";

/** The command that the first one or two words name, and the arguments after its name. */
export function findCommand(
  words: readonly string[],
  all: readonly Command[],
): { command: Command; args: string[] } | null {
  for (const length of [2, 1]) {
    const command = all.find(({ name }) => name === words.slice(0, length).join(" "));
    if (command) return { command, args: words.slice(length) };
  }
  return null;
}

/** Commands whose name starts with the word, such as `keys`. */
export function findGroup(word: string, all: readonly Command[]): Command[] {
  return all.filter(({ name, internal }) => !internal && name.startsWith(`${word} `));
}

export function unknownCommand(words: readonly string[], all: readonly Command[]): CommandError {
  const [first = "", second] = words;
  const group = findGroup(first, all).map(({ name }) => name);
  const shown = second === undefined ? first : `${first} ${second}`;
  const nearest = nearestTo(words, all);
  const next = nearest
    ? `did you mean posthouse ${nearest}?`
    : group.length > 0
      ? `posthouse has ${group.join(", ")};`
      : "";
  return new CommandError(
    ["there is no command", `"${shown}";`, next, "posthouse --help lists the commands"]
      .filter(Boolean)
      .join(" "),
  );
}

function nearestTo([first = "", second]: readonly string[], all: readonly Command[]): string | null {
  const names = all.filter(({ internal }) => !internal).map(({ name }) => name);
  const oneWord = names.filter((name) => !name.includes(" "));
  const byBoth =
    second === undefined
      ? null
      : findNearest(
          `${first} ${second}`,
          names.filter((name) => name.includes(" ")),
        );
  return byBoth ?? findNearest(first, oneWord) ?? findGroupLike(first, names);
}

/** For `email list` and `domain`: the group that was meant. */
function findGroupLike(first: string, names: readonly string[]): string | null {
  const groups = [...new Set(names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0]))];
  const known = groups.filter((group) => group !== undefined);
  const nearest = known.includes(first) ? null : findNearest(first, known);
  return nearest && `help ${nearest}`;
}
