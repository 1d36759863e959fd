import type { Suppression, SuppressionFilter } from "../../packages/client/src/index.ts";
import type { Values } from "./command-line/command.ts";
import { JSON_LINES_OPTION, JSON_OPTION, SERVER_OPTIONS } from "./command-line/server-options.ts";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";
import { readSince } from "./read-since.ts";

const REASONS: readonly Reason[] = ["hard_bounce", "complaint", "unsubscribe", "manual"];
type Reason = Suppression["reason"];

const FILTERS = {
  reason: { value: "<reason>", values: REASONS, help: "only this reason" },
  source: {
    value: "<source>",
    values: ["email", "link", "key", "user", "import", "unknown"],
    help: "only this source",
  },
  reply: { value: "<text>", help: "only with this reply of a server, or status such as 5.1.0" },
  domain: { value: "<domain>", help: "only addresses of this domain" },
  search: { value: "<address>", help: "only addresses that contain this text" },
  since: { value: "<time>", help: "30m, 1h, 2d, or a time such as 2026-11-21T08:30:00Z" },
  until: { value: "<time>", help: "only before this time, in the same forms" },
} as const;

export const LIST_OPTIONS = {
  ...FILTERS,
  limit: { value: "<number>", help: "maximum number; default: 100" },
  ...JSON_LINES_OPTION,
  ...SERVER_OPTIONS,
} as const;

export const REMOVE_OPTIONS = {
  ...FILTERS,
  yes: { help: "remove them" },
  preview: { value: "<id>", help: "with --yes: remove exactly the suppressions of an earlier preview" },
  "dry-run": { help: "only preview; the default" },
  ...JSON_OPTION,
  ...SERVER_OPTIONS,
} as const;

export const ADD_OPTIONS = {
  reason: { value: "<reason>", values: REASONS, help: "reason (default: manual)" },
  detail: { value: "<text>", help: "a note for people, such as why the address is suppressed" },
  ...JSON_OPTION,
  ...SERVER_OPTIONS,
} as const;

export const IMPORT_OPTIONS = {
  reason: { value: "<reason>", values: REASONS, help: "reason for rows that have none (default: manual)" },
  charset: { value: "<encoding>", help: "encoding such as windows-1252; default: UTF-8 or UTF-16" },
  ...JSON_OPTION,
  ...SERVER_OPTIONS,
} as const;

export type ListArguments = {
  server: ServerOptions;
  filter: SuppressionFilter;
  limit: number;
  json: boolean;
};

export function readListArguments(values: Values<typeof LIST_OPTIONS>, now: Date): ListArguments {
  const { limit = "100", json = false } = values;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new CommandError(`--limit takes a number, not ${limit}`);
  return { server: serverOf(values), filter: filterOf(values, now), limit: Number(limit), json };
}

export type RemoveArguments = {
  server: ServerOptions;
  /** The filter to preview, or the preview to run. */
  what: { filter: SuppressionFilter } | { preview: string };
  yes: boolean;
  json: boolean;
};

/** Without --yes, the command only previews. */
export function readRemoveArguments(values: Values<typeof REMOVE_OPTIONS>, now: Date): RemoveArguments {
  const { preview, yes = false, json = false } = values;
  const filter = filterOf(values, now);
  const isFiltered = Object.keys(filter).length > 0;
  if (yes && values["dry-run"])
    throw new CommandError("--dry-run and --yes exclude each other: give one of them");
  if (preview !== undefined && (isFiltered || !yes))
    throw new CommandError("--preview <id> needs --yes and takes no filters: the preview has its own");
  if (preview === undefined && !isFiltered)
    throw new CommandError(
      "suppressions remove needs a filter, such as --reply 5.1.0 or --reason hard_bounce --since 1h",
    );
  return { server: serverOf(values), what: preview === undefined ? { filter } : { preview }, yes, json };
}

export type AddArguments = {
  server: ServerOptions;
  address: string;
  options: { reason?: Reason; detail?: string };
  json: boolean;
};

export function readAddArguments(values: Values<typeof ADD_OPTIONS>, address: string): AddArguments {
  const { reason, detail, json = false } = values;
  const options = { ...readReason(reason), ...(detail !== undefined && { detail }) };
  return { server: serverOf(values), address, options, json };
}

export type ImportArguments = {
  server: ServerOptions;
  /** Path of the file; `-` is the standard input. */
  file: string;
  options: { reason?: Reason; charset?: string };
  json: boolean;
};

export function readImportArguments(values: Values<typeof IMPORT_OPTIONS>, file: string): ImportArguments {
  const { reason, charset, json = false } = values;
  const options = { ...readReason(reason), ...(charset !== undefined && { charset }) };
  return { server: serverOf(values), file, options, json };
}

function readReason(text: string | undefined): { reason?: Reason } {
  if (text === undefined) return {};
  const reason = REASONS.find((one) => one === text);
  if (!reason) throw new CommandError(`--reason takes one of ${REASONS.join(", ")}, not ${text}`);
  return { reason };
}

function serverOf({ key, url }: ServerOptions): ServerOptions {
  return { key, url };
}

/** The server validates reason and source. */
function filterOf(values: Values<typeof FILTERS>, now: Date): SuppressionFilter {
  const { reason, source, reply, domain, search, since, until } = values;
  const filter = {
    ...{ reason, source, reply, domain, search },
    after: since === undefined ? undefined : readSince("--since", since, now).toISOString(),
    before: until === undefined ? undefined : readSince("--until", until, now).toISOString(),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
