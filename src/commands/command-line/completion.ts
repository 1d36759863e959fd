import { CommandError } from "../explain.ts";
import type { Command, Option } from "./command.ts";

/** Prints the completion script of a shell, from the declarations of the commands. */
export function completionFor(shell: string, all: readonly Command[]): string {
  const commands = all.filter(({ internal }) => !internal);
  if (shell === "bash") return bash(commands);
  if (shell === "zsh") return zsh(commands);
  if (shell === "fish") return fish(commands);
  throw new CommandError(`completion takes bash, zsh or fish, not "${shell}"`);
}

type Word = { word: string; help: string };

const optionsOf = ({ options = {} }: Command): [string, Option][] => Object.entries(options);

function firstWords(commands: readonly Command[]): Word[] {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [first = "", second] = name.split(" ");
    if (!words.has(first)) words.set(first, second ? `Commands about ${first}` : summary);
  }
  return [...words].map(([word, help]) => ({ word, help }));
}

/** Second words by first word. */
function secondWords(commands: readonly Command[]): [string, Word[]][] {
  const groups = Map.groupBy(
    commands.filter(({ name }) => name.includes(" ")),
    ({ name }) => name.split(" ")[0] ?? "",
  );
  return [...groups].map(([first, members]) => [
    first,
    members.map(({ name, summary }) => ({ word: name.slice(first.length + 1), help: summary })),
  ]);
}

const joined = (words: Word[]) => words.map(({ word }) => word).join(" ");
const flags = (command: Command) => [...optionsOf(command).map(([name]) => `--${name}`), "--help"].join(" ");
/** A pattern of `case` for "first word, second word". */
const pattern = (name: string) => (name.includes(" ") ? `"${name}"` : `"${name} "*`);

function bash(commands: readonly Command[]): string {
  const values = commands.flatMap((command) =>
    optionsOf(command)
      .filter(([, option]) => option.values)
      .map(([name, option]) => [command, name, option.values?.join(" ")] as const),
  );
  return `# Completion of posthouse for bash: source <(posthouse completion bash)
_posthouse() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} choices=
  local name="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  if [ "$COMP_CWORD" -eq 1 ]; then choices="${joined(firstWords(commands))} --help --version"
  else
    if [ "$COMP_CWORD" -eq 2 ]; then
      case "\${COMP_WORDS[1]}" in
${secondWords(commands)
  .map(([first, words]) => `        ${first}) choices="${joined(words)}" ;;`)
  .join("\n")}
      esac
    fi
    [ -n "$choices" ] || case "$name" in
${commands.map((command) => `      ${pattern(command.name)}) choices="${flags(command)}" ;;`).join("\n")}
    esac
    case "$before $name" in
${values.map(([command, name, list]) => `      "--${name} "${pattern(command.name)}) choices="${list}" ;;`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _posthouse posthouse
`;
}

/** In single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;
/** `_describe` of zsh ends the word at the first colon. */
const described = (words: Word[]) =>
  words.map(({ word, help }) => quoted(`${word}:${help.replaceAll(":", "\\:")}`)).join(" ");

function zsh(commands: readonly Command[]): string {
  return `#compdef posthouse
# Completion of posthouse for zsh: source <(posthouse completion zsh)
_posthouse() {
  local -a choices
  if (( CURRENT == 2 )); then choices=(${described(firstWords(commands))})
  else
    if (( CURRENT == 3 )); then
      case "\${words[2]}" in
${secondWords(commands)
  .map(([first, words]) => `        ${first}) choices=(${described(words)}) ;;`)
  .join("\n")}
      esac
    fi
    (( \${#choices} )) || case "\${words[2]} \${words[3]}" in
${commands
  .map((command) => {
    const words = optionsOf(command).map(([name, { help }]) => ({ word: `--${name}`, help }));
    return `      ${pattern(command.name)}) choices=(${described([...words, { word: "--help", help: "print the help" }])}) ;;`;
  })
  .join("\n")}
    esac
  fi
  if (( \${#choices} )) && [[ $CURRENT -le 3 || "\${words[CURRENT]}" == -* ]]; then _describe posthouse choices
  else _files; fi
}
compdef _posthouse posthouse
`;
}

function fish(commands: readonly Command[]): string {
  const lines = [
    "# Completion of posthouse for fish: posthouse completion fish | source",
    ...firstWords(commands).map(
      ({ word, help }) =>
        `complete -c posthouse -f -n __fish_use_subcommand -a ${word} -d ${fishQuoted(help)}`,
    ),
    ...secondWords(commands).flatMap(([first, words]) =>
      words.map(
        ({ word, help }) =>
          `complete -c posthouse -f -n "__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${joined(words)}" -a ${word} -d ${fishQuoted(help)}`,
      ),
    ),
    ...commands.flatMap((command) =>
      optionsOf(command).map(([name, { help, value, values }]) => {
        const seen = command.name
          .split(" ")
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join("; and ");
        const takes = values ? ` -x -a ${fishQuoted(values.join(" "))}` : value ? " -r" : "";
        return `complete -c posthouse -n "${seen}" -l ${name}${takes} -d ${fishQuoted(help)}`;
      }),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** In single quotes of fish, which has escapes there. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
