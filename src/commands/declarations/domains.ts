import { defineCommand } from "../command-line/command.ts";
import {
  JSON_LINES_OPTION,
  JSON_OPTION,
  SERVER_EXIT_CODES,
  SERVER_OPTIONS,
} from "../command-line/server-options.ts";
import { CommandError } from "../explain.ts";
import { LIMIT_OPTION, readLimit } from "../terminal/print-rows.ts";

export const DOMAIN_COMMANDS = [
  defineCommand({
    name: "domains list",
    summary: "Print sender domains",
    options: {
      search: { value: "<text>", help: "only with this text in the name" },
      ...LIMIT_OPTION,
      ...JSON_LINES_OPTION,
      ...SERVER_OPTIONS,
    },
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => {
      const { search, limit, json = false } = values;
      const wanted = { search, limit: readLimit(limit), json };
      await (await import("../sender-domains.ts")).listDomains(values, wanted);
    },
  }),
  defineCommand({
    name: "domains add",
    summary: "Add a sender domain; prints the DNS records to publish",
    operands: ["<domain>"],
    options: { ...JSON_OPTION, ...SERVER_OPTIONS },
    examples: ["domains add example.com"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [domain = ""] }) =>
      await (await import("../sender-domains.ts")).addDomain(values, domain, values.json ?? false),
  }),
  defineCommand({
    name: "domains check",
    summary: "Check the DNS records of a sender domain now",
    operands: ["<domain>"],
    options: { ...JSON_OPTION, ...SERVER_OPTIONS },
    examples: ["domains check example.com"],
    exitCodes: SERVER_EXIT_CODES,
    failure: "an error, or a required record is not in place",
    run: async ({ values, operands: [domain = ""] }) =>
      await (await import("../sender-domains.ts")).checkDomain(values, domain, values.json ?? false),
  }),
  defineCommand({
    name: "domains allow",
    summary: "Let an account send from a domain without verification by DNS",
    operands: ["<domain>"],
    options: { account: { value: "<email>", help: "a user of the account" }, ...JSON_OPTION },
    examples: ["domains allow example.com --account admin@example.com"],
    run: async ({ values: { account, json = false }, operands: [domain = ""] }) => {
      if (!account) throw new CommandError("domains allow needs --account <email>");
      await (await import("../domains.ts")).allowSenderDomain({ email: account, domain }, { json });
    },
  }),
];
