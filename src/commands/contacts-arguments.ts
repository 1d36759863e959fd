import type { ExportContactsQuery } from "../../packages/client/src/index.ts";
import type { Values } from "./command-line/command.ts";
import { JSON_LINES_OPTION, JSON_OPTION, SERVER_OPTIONS } from "./command-line/server-options.ts";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";
import { readSince } from "./read-since.ts";
import { LIMIT_OPTION } from "./terminal/print-rows.ts";

const FILTERS = {
  search: { value: "<text>", help: "only with this text in the address or name" },
  property: { value: "<name>:<value>", help: "only with this property" },
  subscribed: { help: "only contacts that are subscribed" },
  unsubscribed: { help: "only contacts that are not" },
  since: { value: "<time>", help: "only created since: 30m, 1h, 2d, or a time such as 2026-11-21T08:30:00Z" },
  until: { value: "<time>", help: "only created before this time, in the same forms" },
} as const;

export const LIST_OPTIONS = {
  ...FILTERS,
  ...LIMIT_OPTION,
  ...JSON_LINES_OPTION,
  ...SERVER_OPTIONS,
} as const;

export const EXPORT_OPTIONS = {
  output: { value: "<file>", help: "file to write; default: standard output" },
  ...FILTERS,
  ...SERVER_OPTIONS,
} as const;

const ON_CONFLICT = ["update", "skip"] as const;
type OnConflict = (typeof ON_CONFLICT)[number];

export const IMPORT_OPTIONS = {
  "on-conflict": {
    value: "<action>",
    values: ON_CONFLICT,
    help: "action for contacts that exist (default: update)",
  },
  unsubscribed: { help: "do not subscribe new contacts unless their row says yes" },
  charset: { value: "<encoding>", help: "encoding such as windows-1252; default: UTF-8 or UTF-16" },
  "dry-run": { help: "only print what the columns become" },
  ...JSON_OPTION,
  ...SERVER_OPTIONS,
} as const;

export function readContactFilters(values: Values<typeof FILTERS>, now: Date): ExportContactsQuery {
  const { search, property, subscribed, unsubscribed, since, until } = values;
  if (subscribed && unsubscribed)
    throw new CommandError("--subscribed and --unsubscribed exclude each other: give one of them");
  return {
    ...(search !== undefined && { search }),
    ...(property !== undefined && { property }),
    ...(subscribed && { subscribed: true }),
    ...(unsubscribed && { subscribed: false }),
    ...(since !== undefined && { created_after: readSince("--since", since, now).toISOString() }),
    ...(until !== undefined && { created_before: readSince("--until", until, now).toISOString() }),
  };
}

export type ImportArguments = {
  server: ServerOptions;
  /** Path of the file; `-` is the standard input. */
  file: string;
  options: { on_conflict?: OnConflict; subscribed?: false; charset?: string };
  dryRun: boolean;
  json: boolean;
};

export function readImportArguments(values: Values<typeof IMPORT_OPTIONS>, file: string): ImportArguments {
  const { key, url, unsubscribed, charset, json = false } = values;
  const onConflict = values["on-conflict"];
  return {
    server: { key, url },
    file,
    options: {
      ...(onConflict !== undefined && { on_conflict: readOnConflict(onConflict) }),
      ...(unsubscribed && { subscribed: false }),
      ...(charset !== undefined && { charset }),
    },
    dryRun: values["dry-run"] ?? false,
    json,
  };
}

function readOnConflict(text: string): OnConflict {
  const found = ON_CONFLICT.find((action) => action === text);
  if (!found) throw new CommandError(`--on-conflict takes ${ON_CONFLICT.join(" or ")}, not ${text}`);
  return found;
}
