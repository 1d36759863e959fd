import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { WebhookDeps } from "../change-webhooks.ts";
import { loadHealth, type WebhookHealth } from "../health/load-health.ts";
import { ed25519PublicKeyOf } from "../signatures/ed25519-signature.ts";
import { isSecretLost, openHeaders, signingAt, signingSecrets } from "../signatures/secrets.ts";
import { publicKeyOf, sendgridKeys } from "../signatures/sendgrid-signature.ts";
import type { WebhookRow } from "../webhook.ts";

export type PresentedWebhook = ReturnType<typeof presentWebhook>;

/** The views of an account's webhooks, with their health. */
export async function presentWebhooks(
  { database, secrets }: Pick<WebhookDeps, "database" | "secrets">,
  accountId: string,
  rows: WebhookRow[],
): Promise<PresentedWebhook[]> {
  const health = await loadHealth(database, accountId, rows);
  return rows.map((row) => presentWebhook(row, { secrets, health: health.get(row.id) as WebhookHealth }));
}

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
    asymmetric,
  } = row;
  const isLost = row.disabled_reason === null && isSecretLost(secrets, row);
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
    asymmetric,
    header_names: Object.keys(openHeaders(secrets, row.headers_sealed)),
    enabled: row.disabled_reason === null,
    disabled_reason: row.disabled_reason,
    failures: row.failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    previous_secret_until: previousSecretUntil(row),
    public_keys: asymmetric ? publicKeys(row, secrets) : [],
    sendgrid_public_keys: format === "sendgrid" ? sendgridPublicKeys(row, secrets) : [],
    created_at: row.created_at.toISOString(),
    health: isLost ? { ...health, state: "secret_lost" as const } : health,
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

/** The keys of the secrets that sign now: the current one, then previous ones, newest first. */
function publicKeys(row: WebhookRow, secrets: InstanceSecrets) {
  return signingAt(signingSecrets(secrets, row), new Date()).map(({ secret, until }) =>
    presentKey(ed25519PublicKeyOf(secret), until),
  );
}

/** The keys that sign now or later, in signing order. */
function sendgridPublicKeys(row: WebhookRow, secrets: InstanceSecrets) {
  return signingAt(sendgridKeys(signingSecrets(secrets, row)), new Date()).map(({ key, until }) =>
    presentKey(publicKeyOf(key), until),
  );
}

function presentKey(public_key: string, until: Date | null) {
  return { public_key, until: until?.toISOString() ?? null };
}
