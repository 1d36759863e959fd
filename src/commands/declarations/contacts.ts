import { defineCommand } from "../command-line/command.ts";
import { JSON_LINES_OPTION, SERVER_EXIT_CODES, SERVER_OPTIONS } from "../command-line/server-options.ts";
import { LIMIT_OPTION, readLimit } from "../terminal/print-rows.ts";

export const CONTACT_COMMANDS = [
  defineCommand({
    name: "contacts list",
    summary: "Print contacts, newest first",
    options: {
      search: { value: "<text>", help: "only with this text in the address or name" },
      subscribed: { help: "only contacts that are subscribed" },
      unsubscribed: { help: "only contacts that are not" },
      ...LIMIT_OPTION,
      ...JSON_LINES_OPTION,
      ...SERVER_OPTIONS,
    },
    examples: ["contacts list --search ada"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => {
      const { search, subscribed, unsubscribed, limit, json = false } = values;
      const filter = {
        ...(search !== undefined && { search }),
        ...(subscribed && { subscribed: true }),
        ...(unsubscribed && { subscribed: false }),
      };
      await (await import("../contacts.ts")).listContacts(values, { filter, limit: readLimit(limit), json });
    },
  }),
];
