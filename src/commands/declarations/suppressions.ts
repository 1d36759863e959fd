import { defineCommand } from "../command-line/command.ts";
import { JSON_OPTION, SERVER_EXIT_CODES, SERVER_OPTIONS } from "../command-line/server-options.ts";
import {
  LIST_OPTIONS,
  REMOVE_OPTIONS,
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
