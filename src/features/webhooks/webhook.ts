import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import type { FeedEvent } from "../feed/index.ts";
import { eventTypes } from "../recipients/index.ts";

/** The name of the followers that send to webhooks. */
export const WEBHOOK_FOLLOWER = "webhook";

/** The purpose of the key that seals secrets. */
const SECRET_PURPOSE = "webhook secret";

/** The types of events that a webhook can get. */
export const WEBHOOK_TYPES = eventTypes.filter((type) => type !== "sending").map((type) => `email.${type}`);

export type DisabledReason = "user" | "gone" | "failing";

export type WebhookRow = {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  types: string[];
  domains: string[];
  tags: { name: string; value: string }[];
  streams: string[];
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Date | null;
  disabled_reason: DisabledReason | null;
  failures: number;
  failing_since: Date | null;
  last_success_at: Date | null;
  created_at: Date;
};

/** Whether the webhook gets the event. */
export function wants(
  { types, domains, tags, streams }: Pick<WebhookRow, "types" | "domains" | "tags" | "streams">,
  event: FeedEvent,
): boolean {
  if (types.length > 0 && !types.includes(event.type)) return false;
  // Only mail has these properties.
  if (event.kind === "account") return domains.length + tags.length + streams.length === 0;
  const hasTag = () =>
    tags.some(({ name, value }) => event.tags.some((t) => t.name === name && t.value === value));
  return (
    (domains.length === 0 || domains.includes(event.domain)) &&
    (streams.length === 0 || streams.includes(event.stream)) &&
    (tags.length === 0 || hasTag())
  );
}

export function sealWebhookSecret(secrets: InstanceSecrets, secret: string): Buffer {
  return secrets.seal(SECRET_PURPOSE, Buffer.from(secret));
}

/** Throws if the secret was sealed by another instance. */
export function openWebhookSecret(secrets: InstanceSecrets, sealed: Buffer): string {
  const opened = secrets.open(SECRET_PURPOSE, sealed);
  if (!opened) throw new Error("the secret of a webhook was sealed with another secret key");
  return opened.toString();
}

/** The secrets that sign now: the current one, and the previous one until its time is over. */
export function signingSecrets(
  secrets: InstanceSecrets,
  { secret_sealed, previous_secret_sealed, previous_secret_until }: WebhookRow,
  now = new Date(),
): string[] {
  const previous =
    previous_secret_sealed && previous_secret_until && previous_secret_until > now
      ? [openWebhookSecret(secrets, previous_secret_sealed)]
      : [];
  return [openWebhookSecret(secrets, secret_sealed), ...previous];
}
