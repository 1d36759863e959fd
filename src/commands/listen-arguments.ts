import type { ListenToWebhooksQuery } from "../../packages/client/src/index.ts";
import type { Values } from "./command-line/command.ts";
import { JSON_LINES_OPTION, SERVER_OPTIONS } from "./command-line/server-options.ts";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";

export type ListenArguments = {
  server: ServerOptions;
  /** The local program's URL; null: events are only printed. */
  forward: string | null;
  types: string | undefined;
  format: Format;
  json: boolean;
};

type Format = NonNullable<ListenToWebhooksQuery["format"]>;
const FORMATS: readonly Format[] = ["posthouse", "resend", "postmark", "sendgrid"];

export const LISTEN_OPTIONS = {
  forward: { value: "<url>", help: "post each event to this URL, such as http://localhost:8080/hook" },
  types: { value: "<types>", help: "only these types, separated by commas; default: all" },
  format: { value: "<format>", help: "bodies as those of resend, postmark or sendgrid; default: posthouse" },
  ...JSON_LINES_OPTION,
  ...SERVER_OPTIONS,
} as const;

/** Throws a CommandError if `forward` is not an http or https URL, or the format is unknown. */
export function readListenArguments(values: Values<typeof LISTEN_OPTIONS>): ListenArguments {
  const { forward, types, format: named = "posthouse", json = false, key, url } = values;
  if (forward !== undefined && !/^https?:/.test(URL.parse(forward)?.protocol ?? ""))
    throw new CommandError(`--forward takes a URL such as http://localhost:8080/hook, not ${forward}`);
  const format = FORMATS.find((each) => each === named);
  if (!format) throw new CommandError(`--format takes ${FORMATS.join(", ")}, not ${named}`);
  return { server: { key, url }, forward: forward ?? null, types, format, json };
}
