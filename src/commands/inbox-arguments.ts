import type { Values } from "./command-line/command.ts";
import { SERVER_OPTIONS } from "./command-line/server-options.ts";
import { EMAIL_FILTERS } from "./email-filters.ts";
import { CommandError } from "./explain.ts";
import { LIMIT_OPTION } from "./terminal/print-rows.ts";

const { to, subject, tag, since } = EMAIL_FILTERS;

export const INBOX_OPTIONS = {
  wait: { help: "wait until captured mail matches, and print the newest email" },
  timeout: { value: "<duration>", help: "with --wait: maximum time, such as 30s or 2m; default: 30s" },
  ...{ to, subject, tag },
  since: { ...since, help: `${since.help}; default with --wait: 5m` },
  unread: { help: "only unread mail" },
  clear: { help: "delete all mail from the inbox, for example before a test" },
  ...LIMIT_OPTION,
  json: { help: "print one JSON object per email; with --wait the whole email" },
  ...SERVER_OPTIONS,
} as const;

const FILTERS = ["to", "subject", "tag", "since", "unread", "limit"] as const;

/** An ignored filter would delete, or find, other mail than the user expects. */
export function refuseConflicts(values: Values<typeof INBOX_OPTIONS>): void {
  const { clear, wait, unread } = values;
  if (clear && wait) throw new CommandError("--clear and --wait exclude each other: clear first, then wait");
  const filter = FILTERS.find((name) => values[name] !== undefined);
  if (clear && filter)
    throw new CommandError(
      `--clear deletes all mail, so --${filter} is not allowed beside it: leave one out`,
    );
  if (wait && unread)
    throw new CommandError(
      "--wait also finds mail that was read: leave out --unread, and use --since instead",
    );
}
