import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { WebhookHealth } from "../health/load-health.ts";
import { openHeaders, signingSecrets } from "../signatures/secrets.ts";
import { publicKeyOf, sendgridKeys } from "../signatures/sendgrid-signature.ts";
import type { WebhookRow } from "../webhook.ts";

export function presentWebhook(
  row: WebhookRow,
  { secrets, health }: { secrets: InstanceSecrets; health: WebhookHealth },
) {
  const {
    id,
    url,
    description,
    types,
    domains,
    tags,
    streams,
    keys,
    actors,
    format,
    version,
    ordering,
    concurrency,
  } = row;
  return {
    id,
    url,
    description,
    types,
    domains,
    tags,
    streams: streams as ("transactional" | "bulk")[],
    keys,
    actors,
    format,
    version,
    ordering,
    concurrency,
    header_names: Object.keys(openHeaders(secrets, row.headers_sealed)),
    enabled: row.disabled_reason === null,
    disabled_reason: row.disabled_reason,
    failures: row.failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    previous_secret_until: previousSecretUntil(row),
    public_keys: presentPublicKeys(row, secrets),
    created_at: row.created_at.toISOString(),
    health,
  };
}

/** Returns the time at which the last previous secret stops signing. Null: there is none. */
export function previousSecretUntil({ previous_secrets }: WebhookRow): string | null {
  const last = previous_secrets
    .map(({ until }) => until)
    .sort()
    .at(-1);
  return last !== undefined && new Date(last) > new Date() ? last : null;
}

/** The public keys that sign now or later, in signing order. */
function presentPublicKeys(row: WebhookRow, secrets: InstanceSecrets) {
  if (row.format !== "sendgrid") return [];
  const now = new Date();
  return sendgridKeys(signingSecrets(secrets, row))
    .filter(({ until }) => until === null || until > now)
    .map(({ key, until }) => ({ public_key: publicKeyOf(key), until: until?.toISOString() ?? null }));
}
