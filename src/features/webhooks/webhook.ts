import { bodyOf, type WebhookFormat } from "./payloads/body-of.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** The name of the followers that send to webhooks. */
export const WEBHOOK_FOLLOWER = "webhook";

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
  format: WebhookFormat;
  version: "v1";
  headers_sealed: Buffer | null;
  ordering: Ordering;
  secret_sealed: Buffer;
  previous_secrets: PreviousSecret[];
  disabled_reason: DisabledReason | null;
  failures: number;
  failing_since: Date | null;
  last_success_at: Date | null;
  created_at: Date;
};

/** `sealed`: base64. `until`: it signs until this time. */
export type PreviousSecret = { sealed: string; until: string };

type Filter = Pick<WebhookRow, "types" | "domains" | "tags" | "streams" | "keys" | "format">;

/** Whether the webhook gets the event. */
export function wants({ types, domains, tags, streams, keys, format }: Filter, event: WebhookEvent): boolean {
  const hasTag = () =>
    tags.some(({ name, value }) => event.tags.some((t) => t.name === name && t.value === value));
  return (
    (types.length === 0 || types.includes(event.type)) &&
    (domains.length === 0 || domains.includes(event.domain)) &&
    (streams.length === 0 || streams.includes(event.stream)) &&
    (keys.length === 0 || (event.keyId !== null && keys.includes(event.keyId))) &&
    (tags.length === 0 || hasTag()) &&
    (format === "posthouse" || bodyOf(event, format) !== null)
  );
}
