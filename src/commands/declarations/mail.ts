import { defineCommand } from "../command-line/command.ts";
import { SERVER_EXIT_CODES } from "../command-line/server-options.ts";
import { readEmailFilters } from "../email-filters.ts";
import { INBOX_OPTIONS, refuseConflicts } from "../inbox-arguments.ts";
import { LISTEN_OPTIONS, readListenArguments } from "../listen-arguments.ts";
import { LOGS_OPTIONS, readLogsArguments } from "../logs-arguments.ts";
import { readDuration } from "../read-since.ts";
import { readSendArguments, SEND_OPTIONS } from "../send-arguments.ts";
import { readLimit } from "../terminal/print-rows.ts";

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
  defineCommand({
    name: "listen",
    summary: "Forward events and replays to a program on this machine",
    options: LISTEN_OPTIONS,
    notes: [
      "Requests are signed like those of webhooks, and the secret is printed. No public address is needed.",
      "email.queued and email.scheduled exist only while a webhook of the account names one of them.",
      "On a terminal, r sends the last event again, and q quits. The key needs only the permission read.",
    ],
    examples: [
      "listen --forward http://localhost:8080/hook",
      "listen --types email.delivered,email.bounced --json",
    ],
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => await (await import("../listen.ts")).listen(readListenArguments(values)),
  }),
  defineCommand({
    name: "inbox",
    summary: "Print captured mail, or wait for it in a test",
    options: INBOX_OPTIONS,
    notes: [
      "With --wait, mail of the last 5 minutes matches too (--since changes this), so a test can send first and wait afterwards.",
      "A key with the permission read is enough, except for --clear.",
    ],
    examples: [
      "inbox --to ada@example.com",
      "inbox --clear",
      'inbox --wait --to ada@example.com --subject "Your order" --timeout 30s --json',
    ],
    failure: "an error, or no mail came in time",
    exitCodes: SERVER_EXIT_CODES,
    run: async ({ values }) => {
      refuseConflicts(values);
      const { wait, clear, unread: isUnread = false, timeout = "30s", limit, json = false } = values;
      const since = values.since ?? (wait ? "5m" : undefined);
      const filter = readEmailFilters(since === undefined ? values : { ...values, since }, new Date());
      const { clearInbox, listInbox, waitForMail } = await import("../inbox.ts");
      if (clear) return await clearInbox(values, { json });
      if (!wait) return await listInbox(values, { filter, isUnread, limit: readLimit(limit), json });
      await waitForMail(values, { filter, timeoutMs: readDuration("--timeout", timeout), json });
    },
  }),
];
