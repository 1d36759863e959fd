import { defineCommand } from "../command-line/command.ts";
import { CommandError } from "../explain.ts";

export const DOMAIN_COMMANDS = [
  defineCommand({
    name: "domains allow",
    summary: "Let an account send from a domain (needed in SaaS mode)",
    operands: ["<domain>"],
    options: { account: { value: "<email>", help: "a user of the account" } },
    examples: ["domains allow example.com --account admin@example.com"],
    run: async ({ values: { account }, operands: [domain = ""] }) => {
      if (!account) throw new CommandError("domains allow needs --account <email>");
      await (await import("../domains.ts")).allowSenderDomain({ email: account, domain });
    },
  }),
];
