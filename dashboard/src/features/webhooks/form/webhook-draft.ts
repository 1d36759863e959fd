import type { Webhook, WebhookFormat, WebhookInput, WebhookType } from "../../../api-types.ts";
import { changedFields } from "../../../changed-fields.ts";
import type { Pair } from "../../../ui/pairs-field.tsx";
import { ALL_TYPES } from "../webhook-types.ts";

/** The form's values; empty lists mean no limit. */
export type WebhookDraft = {
  url: string;
  description: string;
  types: readonly WebhookType[];
  /** Separated by new lines or commas. */
  domains: string;
  tags: Pair[];
  stream: "any" | "transactional" | "bulk";
  keys: readonly number[];
  actors: Webhook["actors"];
  format: WebhookFormat;
  ordering: Webhook["ordering"];
  concurrency: string;
  asymmetric: boolean;
  /** Null: unchanged. The server does not return values. */
  headers: Pair[] | null;
};

export type WebhookFieldsProps = {
  draft: WebhookDraft;
  error: unknown;
  /** Names of headers whose values are stored. */
  headerNames?: readonly string[];
  onChange: (part: Partial<WebhookDraft>) => void;
};

export const NEW_WEBHOOK_DRAFT: WebhookDraft = {
  url: "",
  description: "",
  types: [],
  domains: "",
  tags: [],
  stream: "any",
  keys: [],
  actors: "human",
  format: "posthouse",
  ordering: "subject",
  concurrency: "8",
  asymmetric: false,
  headers: [],
};

export function draftOf(webhook: Webhook): WebhookDraft {
  const { url, description, types, domains, tags, streams, keys, actors } = webhook;
  const { format, ordering, concurrency, asymmetric } = webhook;
  return {
    url,
    description: description ?? "",
    types: ALL_TYPES.filter((type) => types.includes(type)),
    domains: domains.join("\n"),
    tags,
    stream: streams.length === 1 && streams[0] ? streams[0] : "any",
    keys,
    actors,
    format,
    ordering,
    concurrency: String(concurrency),
    asymmetric,
    headers: webhook.header_names.length === 0 ? [] : null,
  };
}

export function inputOf(draft: WebhookDraft): WebhookInput {
  const { url, description, types, domains, tags, stream, keys, actors } = draft;
  const { format, ordering, concurrency, asymmetric, headers } = draft;
  return {
    url: url.trim(),
    description: description.trim() || null,
    types: ALL_TYPES.filter((type) => types.includes(type)),
    domains: listOf(domains),
    tags: tags.filter(({ name }) => name.trim() !== ""),
    streams: stream === "any" ? [] : [stream],
    keys: [...keys],
    actors,
    format,
    ordering,
    // The server returns an error for text that is not a number: NaN is null in JSON.
    concurrency: Number(concurrency),
    asymmetric,
    ...(headers && {
      headers: Object.fromEntries(
        headers
          .filter(({ name }) => name.trim() !== "")
          .map(({ name, value }) => [name.trim(), value.trim()]),
      ),
    }),
  };
}

/** Only changed fields: the form does not know all types, and if it sent none, the webhook would get all events. */
export function changesOf(before: WebhookDraft, after: WebhookDraft): Partial<WebhookInput> {
  return changedFields(inputOf(before), inputOf(after));
}

export function listOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((item) => item !== "");
}

/** Whether it has more than a URL and event types. */
export function hasFilters({ domains, tags, stream, keys, actors }: WebhookDraft): boolean {
  const isLimited = domains.trim() !== "" || tags.length > 0 || stream !== "any" || keys.length > 0;
  return isLimited || actors === "any";
}
