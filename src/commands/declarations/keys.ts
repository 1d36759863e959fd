import { defineCommand } from "../command-line/command.ts";
import { CommandError } from "../explain.ts";

const account = { value: "<email>", help: "a user of the account" } as const;

export const KEY_COMMANDS = [
  defineCommand({
    name: "keys create",
    summary: "Create an API key for the account of a user",
    options: {
      account,
      name: { value: "<name>", help: "name of the key" },
      permission: {
        value: "<permission>",
        values: ["full", "send", "read"],
        help: "actions that the key may perform; default: full",
      },
    },
    examples: ['keys create --account admin@example.com --name "Billing service" --permission send'],
    run: async ({ values: { account, name, permission = "full" } }) => {
      if (!account || !name) throw new CommandError("keys create needs --account <email> and --name <name>");
      await (await import("../keys.ts")).createKey({ email: account, name, permission });
    },
  }),
];
