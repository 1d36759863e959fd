import { defineCommand } from "../command-line/command.ts";
import { SERVER_EXIT_CODES } from "../command-line/server-options.ts";
import { LOGS_OPTIONS, readLogsArguments } from "../logs-arguments.ts";
import { readSendArguments, SEND_OPTIONS } from "../send-arguments.ts";

export const MAIL_COMMANDS = [
  defineCommand({
    name: "send",
    summary: "Send an email through a running server; prints its id",
    options: SEND_OPTIONS,
    examples: [
      'send --to ada@example.com --subject "Hello" --text "It works."',
      'send --to ada@example.com --subject "Report" --file report.html --attach report.pdf',
    ],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => await (await import("../send.ts")).send(readSendArguments(values)),
  }),
  defineCommand({
    name: "logs",
    summary: "Print events of the last day, or of one email",
    options: LOGS_OPTIONS,
    examples: ["logs --since 1h", "logs --follow --json"],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => await (await import("../logs.ts")).logs(readLogsArguments(values, new Date())),
  }),
];
