import { isOfPerson } from "../tracking/index.ts";
import { ACCEPTANCE_TYPES } from "./acceptance-listeners.ts";
import { bodyOf, type WebhookFormat } from "./payloads/body-of.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** The name of the followers that send to webhooks. */
export const WEBHOOK_FOLLOWER = "webhook";

/** The maximum of a webhook's `concurrency`. With more, 256 webhooks could use up a process's file descriptors; with less, a slow receiver falls behind. */
export const MAX_WEBHOOK_CONCURRENCY = 32;

export type DisabledReason = "user" | "gone" | "failing";
export type Ordering = "subject" | "strict";

export type WebhookRow = {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  types: string[];
  domains: string[];
  tags: { name: string; value: string }[];
  streams: string[];
  keys: number[];
  actors: "human" | "any";
  format: WebhookFormat;
  version: "v1";
  headers_sealed: Buffer | null;
  ordering: Ordering;
  concurrency: number;
  /** Requests also have signatures that public keys verify. */
  asymmetric: boolean;
  secret_sealed: Buffer;
  previous_secrets: PreviousSecret[];
  disabled_reason: DisabledReason | null;
  failures: number;
  failing_since: Date | null;
  last_success_at: Date | null;
  loss_mailed_at: Date | null;
  created_at: Date;
};

/** `sealed`: base64. `until`: it signs until this time. */
export type PreviousSecret = { sealed: string; until: string };

export type WebhookFilter = Pick<
  WebhookRow,
  "types" | "domains" | "tags" | "streams" | "keys" | "actors" | "format"
>;

/** Whether the webhook gets the event. */
export function wants(filter: WebhookFilter, event: WebhookEvent): boolean {
  const { types, format } = filter;
  if (types.length === 0 ? ACCEPTANCE_TYPES.includes(event.type) : !types.includes(event.type)) return false;
  if (!(event.mail ? wantsMail(filter, event.mail) : types.length > 0 || !hasMailFilters(filter)))
    return false;
  return format === "posthouse" || bodyOf(event, format) !== null;
}

function wantsMail(
  { domains, tags, streams, keys, actors }: WebhookFilter,
  mail: NonNullable<WebhookEvent["mail"]>,
): boolean {
  const hasTag = () =>
    tags.some(({ name, value }) => mail.tags.some((t) => t.name === name && t.value === value));
  return (
    (domains.length === 0 || domains.includes(mail.domain)) &&
    (streams.length === 0 || streams.includes(mail.stream)) &&
    (keys.length === 0 || (mail.keyId !== null && keys.includes(mail.keyId))) &&
    (tags.length === 0 || hasTag()) &&
    (actors === "any" || mail.actor === null || isOfPerson({ actor: mail.actor }))
  );
}

/** A webhook with filters for mail gets events that are not about mail only if it names their types. */
function hasMailFilters({ domains, tags, streams, keys }: WebhookFilter): boolean {
  return domains.length + tags.length + streams.length + keys.length > 0;
}
