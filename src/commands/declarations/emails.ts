import { defineCommand } from "../command-line/command.ts";
import {
  JSON_LINES_OPTION,
  JSON_OPTION,
  SERVER_EXIT_CODES,
  SERVER_OPTIONS,
} from "../command-line/server-options.ts";
import { EMAIL_FILTERS, readEmailFilters } from "../email-filters.ts";
import { YES_OPTION } from "../terminal/confirm.ts";
import { LIMIT_OPTION, readLimit } from "../terminal/print-rows.ts";

export const EMAIL_COMMANDS = [
  defineCommand({
    name: "emails list",
    summary: "Print emails, newest first",
    options: { ...EMAIL_FILTERS, ...LIMIT_OPTION, ...JSON_LINES_OPTION, ...SERVER_OPTIONS },
    examples: ["emails list --status bounced --since 1d", "emails list --to ada@example.com --json"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => {
      const { json = false, limit } = values;
      const wanted = { filter: readEmailFilters(values, new Date()), limit: readLimit(limit), json };
      await (await import("../emails.ts")).listEmails(values, wanted);
    },
  }),
  defineCommand({
    name: "emails get",
    summary: "Print an email with its recipients and their events",
    operands: ["<id>"],
    options: { ...JSON_OPTION, ...SERVER_OPTIONS },
    examples: ["emails get 01a1fc0b-98e9-73b7-b9fd-726d62cf8357"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [id = ""] }) =>
      await (await import("../emails.ts")).showEmail(values, id, values.json ?? false),
  }),
  defineCommand({
    name: "emails cancel",
    summary: "Cancel an email for recipients that are still waiting",
    operands: ["<id>"],
    options: { ...YES_OPTION, ...JSON_OPTION, ...SERVER_OPTIONS },
    examples: ["emails cancel 01a1fc0b-98e9-73b7-b9fd-726d62cf8357 --yes"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [id = ""] }) => {
      const { yes = false, json = false } = values;
      await (await import("../emails.ts")).cancelEmail(values, { id, yes, json });
    },
  }),
];
