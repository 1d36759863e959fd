import { defineCommand } from "../command-line/command.ts";

export const HELP_COMMANDS = [
  defineCommand({
    name: "help",
    summary: "Print all commands, or the help of one",
    operands: ["[command]"],
    examples: ["help", "help send", "help suppressions"],
    run: async ({ operands, all }) => {
      const { helpOn } = await import("../command-line/help-on.ts");
      process.stdout.write(helpOn(operands, all));
    },
  }),
  defineCommand({
    name: "completion",
    summary: "Print a shell completion script",
    operands: ["bash|zsh|fish"],
    examples: ["completion bash >> ~/.bashrc", "completion fish > ~/.config/fish/completions/posthouse.fish"],
    run: async ({ operands: [shell = ""], all }) => {
      const { completionFor } = await import("../command-line/completion.ts");
      process.stdout.write(completionFor(shell, all));
    },
  }),
];
