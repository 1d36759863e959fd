import { parseArgs } from "node:util";
import type { SuppressionFilter } from "../../packages/client/src/index.ts";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";
import { readSince } from "./read-since.ts";

const one = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const server = { key: one, url: one };
const filters = {
  ...{ reason: one, source: one, reply: one, domain: one, search: one },
  ...{ since: one, until: one },
};

type Values = Partial<Record<keyof typeof filters | "key" | "url", string>>;

export type ListArguments = {
  server: ServerOptions;
  filter: SuppressionFilter;
  limit: number;
  json: boolean;
};

export function readListArguments(args: string[], now: Date): ListArguments {
  const { values } = parse({ args, options: { ...server, ...filters, limit: one, json: flag } });
  const { limit = "100", json = false } = values;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new CommandError(`--limit takes a number, not ${limit}`);
  return { server: serverOf(values), filter: filterOf(values, now), limit: Number(limit), json };
}

export type RemoveArguments = {
  server: ServerOptions;
  /** The filter to preview, or the preview to run. */
  what: { filter: SuppressionFilter } | { preview: string };
  yes: boolean;
};

/** Without --yes, the command only previews. */
export function readRemoveArguments(args: string[], now: Date): RemoveArguments {
  const options = { ...server, ...filters, preview: one, yes: flag, "dry-run": flag };
  const { values } = parse({ args, options });
  const { preview, yes = false } = values;
  const filter = filterOf(values, now);
  const isFiltered = Object.keys(filter).length > 0;
  if (yes && values["dry-run"])
    throw new CommandError("--dry-run and --yes exclude each other: give one of them");
  if (preview !== undefined && (isFiltered || !yes))
    throw new CommandError("--preview <id> takes --yes and no filters: the preview has its own");
  if (preview === undefined && !isFiltered)
    throw new CommandError(
      "suppressions remove needs a filter, such as --reply 5.1.0 or --reason hard_bounce --since 1h",
    );
  return { server: serverOf(values), what: preview === undefined ? { filter } : { preview }, yes };
}

export function readRestoreArguments(args: string[]): { server: ServerOptions; id: string } {
  const { values, positionals } = parse({ args, options: server, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1)
    throw new CommandError("suppressions restore needs one removal id, as printed by suppressions remove");
  return { server: serverOf(values), id };
}

function serverOf({ key, url }: Values): ServerOptions {
  return { key, url };
}

/** The server validates reason and source. */
function filterOf(values: Values, now: Date): SuppressionFilter {
  const { reason, source, reply, domain, search, since, until } = values;
  const filter = {
    ...{ reason, source, reply, domain, search },
    after: since === undefined ? undefined : readSince("--since", since, now).toISOString(),
    before: until === undefined ? undefined : readSince("--until", until, now).toISOString(),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function parse<T extends Parameters<typeof parseArgs>[0]>(
  config: T,
): ReturnType<typeof parseArgs<NonNullable<T>>> {
  try {
    return parseArgs<NonNullable<T>>(config as NonNullable<T>);
  } catch (error) {
    throw new CommandError(`${(error as Error).message}; posthouse --help lists the options`);
  }
}
