import { defineCommand } from "../command-line/command.ts";
import { SERVER_EXIT_CODES } from "../command-line/server-options.ts";
import {
  EXPORT_OPTIONS,
  IMPORT_OPTIONS,
  LIST_OPTIONS,
  readContactFilters,
  readImportArguments,
} from "../contacts-arguments.ts";
import { readLimit } from "../terminal/print-rows.ts";

export const CONTACT_COMMANDS = [
  defineCommand({
    name: "contacts list",
    summary: "Print contacts, newest first",
    options: LIST_OPTIONS,
    examples: ["contacts list --search ada"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => {
      const { limit, json = false } = values;
      const wanted = { filter: readContactFilters(values, new Date()), limit: readLimit(limit), json };
      await (await import("../contacts.ts")).listContacts(values, wanted);
    },
  }),
  defineCommand({
    name: "contacts import",
    summary: "Create and update contacts from a CSV file",
    operands: ["<file>"],
    options: IMPORT_OPTIONS,
    notes: [
      "The file - means standard input. The first line names the columns. email is required; name, subscribed and",
      "tracked are optional, the last two with yes or no. Every other column becomes a property. An exported file can",
      "be imported. People who unsubscribed stay unsubscribed, and tracking that is off for a person stays off.",
      "Importing a file again changes nothing.",
    ],
    examples: ["contacts import contacts.csv --dry-run", "contacts import contacts.csv --on-conflict skip"],
    failure: "an error, or rows were not imported",
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [file = ""] }) =>
      await (await import("../import-contacts.ts")).importContacts(readImportArguments(values, file)),
  }),
  defineCommand({
    name: "contacts export",
    summary: "Write contacts as CSV, in the format of the import",
    options: EXPORT_OPTIONS,
    examples: ["contacts export > contacts.csv", "contacts export --subscribed --output subscribers.csv"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => {
      const wanted = { filter: readContactFilters(values, new Date()), output: values.output };
      await (await import("../export-contacts.ts")).exportContacts(values, wanted);
    },
  }),
];
