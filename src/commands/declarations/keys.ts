import { defineCommand } from "../command-line/command.ts";
import { JSON_LINES_OPTION, JSON_OPTION } from "../command-line/server-options.ts";
import { CommandError } from "../explain.ts";
import { YES_OPTION } from "../terminal/confirm.ts";

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
        help: "permitted actions (default: full)",
      },
      ...JSON_OPTION,
    },
    examples: ['keys create --account admin@example.com --name "Billing service" --permission send'],
    run: async ({ values: { account, name, permission = "full", json = false } }) => {
      if (!account || !name) throw new CommandError("keys create needs --account <email> and --name <name>");
      await (await import("../keys.ts")).createKey({ email: account, name, permission, json });
    },
  }),
  defineCommand({
    name: "keys list",
    summary: "Print the API keys of the account of a user",
    options: { account, ...JSON_LINES_OPTION },
    examples: ["keys list --account admin@example.com"],
    run: async ({ values: { account, json = false } }) => {
      if (!account) throw new CommandError("keys list needs --account <email>");
      await (await import("../keys.ts")).printKeys(account, json);
    },
  }),
  defineCommand({
    name: "keys revoke",
    summary: "Revoke an API key permanently, by its id or the start of the key",
    operands: ["<id>"],
    options: { account, ...YES_OPTION, ...JSON_OPTION },
    examples: ["keys revoke 3 --account admin@example.com --yes"],
    run: async ({ values: { account, yes = false, json = false }, operands: [reference = ""] }) => {
      if (!account) throw new CommandError("keys revoke needs --account <email>");
      await (await import("../keys.ts")).revokeAccountKey(account, { reference, yes, json });
    },
  }),
];
