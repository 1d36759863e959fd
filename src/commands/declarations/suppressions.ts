import { defineCommand } from "../command-line/command.ts";
import { JSON_OPTION, SERVER_EXIT_CODES, SERVER_OPTIONS } from "../command-line/server-options.ts";
import {
  ADD_OPTIONS,
  IMPORT_OPTIONS,
  LIST_OPTIONS,
  REMOVE_OPTIONS,
  readAddArguments,
  readImportArguments,
  readListArguments,
  readRemoveArguments,
} from "../suppressions-arguments.ts";

export const SUPPRESSION_COMMANDS = [
  defineCommand({
    name: "suppressions list",
    summary: "Print suppressed addresses, newest first",
    options: LIST_OPTIONS,
    examples: ["suppressions list --reply 5.1.0 --since 6h"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) =>
      await (await import("../suppressions.ts")).listSuppressions(readListArguments(values, new Date())),
  }),
  defineCommand({
    name: "suppressions add",
    summary: "Suppress an address",
    operands: ["<address>"],
    options: ADD_OPTIONS,
    notes: ["A suppression is never weakened: of two reasons, the stronger one is kept."],
    examples: ['suppressions add ada@example.com --detail "asked by phone"'],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [address = ""] }) =>
      await (await import("../suppressions.ts")).addSuppression(readAddArguments(values, address)),
  }),
  defineCommand({
    name: "suppressions import",
    summary: "Suppress the addresses of a CSV file",
    operands: ["<file>"],
    options: IMPORT_OPTIONS,
    notes: [
      "The file - means standard input. The first line names the columns: address (or email) is required; reason,",
      "detail, expires_at and unsubscribed_at are optional, and other columns are ignored. A file without such a line",
      "has one address per line. A suppression is never weakened, and importing a file again changes nothing.",
    ],
    examples: ["suppressions import bounces.csv --reason hard_bounce"],
    failure: "an error, or rows were not imported",
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [file = ""] }) =>
      await (await import("../import-suppressions.ts")).importSuppressions(readImportArguments(values, file)),
  }),
  defineCommand({
    name: "suppressions remove",
    summary: "Preview matching suppressions; with --yes remove them",
    options: REMOVE_OPTIONS,
    notes: ["Complaints and unsubscribes match only if --reason names them."],
    examples: ["suppressions remove --reply 5.1.0 --since 6h", "suppressions remove --preview <id> --yes"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) =>
      await (await import("../suppressions.ts")).removeSuppressions(readRemoveArguments(values, new Date())),
  }),
  defineCommand({
    name: "suppressions restore",
    summary: "Undo a removal, within 30 days",
    operands: ["<removal-id>"],
    options: { ...JSON_OPTION, ...SERVER_OPTIONS },
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values, operands: [id = ""] }) =>
      await (await import("../suppressions.ts")).restoreSuppressions(values, {
        id,
        json: values.json ?? false,
      }),
  }),
];
