import { type Database, type Db, timeNow } from "../../platform/db/index.ts";
import type { GuardedPoster } from "../../platform/fetch/index.ts";
import { newId } from "../../platform/ids/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import { type Actor, type AuditAction, insertAuditEvent } from "../audit/index.ts";
import { addFollower, removeFollower, setFollower } from "../followers/index.ts";
import { dropPending, restartPending } from "./deliveries/queries.ts";
import { secretLost, webhookErrors } from "./errors.ts";
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookColumns,
} from "./queries.ts";
import { readWebhookInput, refuseFields, type WebhookInput } from "./read-webhook-input.ts";
import {
  openWebhookSecret,
  previousAfterRotation,
  sealHeaders,
  sealWebhookSecret,
} from "./signatures/secrets.ts";
import { newWebhookSecret } from "./signatures/sign-webhook.ts";
import { WEBHOOK_FOLLOWER, type WebhookRow } from "./webhook.ts";

const MAX_WEBHOOKS = 50;

export type WebhookDeps = {
  database: Database;
  secrets: InstanceSecrets;
  /** For samples, which are sent while the user waits. */
  poster: Pick<GuardedPoster, "post" | "release">;
  /** Webhooks may use http and private addresses. */
  allowsPrivate: boolean;
  /** The URL of this instance, to which no webhook may lead. */
  baseUrl: string;
};

export type WebhookTarget = { accountId: string; id: string; by: Actor };

/** `resume`: whether a webhook that is enabled gets the events since it was disabled, or only those from now on. */
type WebhookChange = WebhookInput & { enabled?: boolean; resume?: "stopped" | "now" };

/** Adds a webhook, which gets the events from now on. Returns it with its secret. Errors: `validation_failed`, `too_many_webhooks`. */
export async function addWebhook(
  deps: WebhookDeps,
  { accountId, by }: Omit<WebhookTarget, "id">,
  input: WebhookInput & { url: string },
): Promise<{ webhook: WebhookRow; secret: string }> {
  const { database, secrets } = deps;
  const { headers = {}, ...columns } = readWebhookInput(deps, input);
  const secret = newWebhookSecret();
  const id = newId();
  const webhook = await database.db.transaction().execute(async (transaction) => {
    if ((await countWebhooks(transaction, accountId)) >= MAX_WEBHOOKS)
      throw webhookErrors.too_many_webhooks(
        `An account has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
      );
    await addFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id, accountId });
    const inserted = await insertWebhook(
      transaction,
      { accountId, id },
      {
        ...DEFAULTS,
        ...columns,
        headers_sealed: sealHeaders(secrets, headers),
        secret_sealed: sealWebhookSecret(secrets, secret),
      },
    );
    await audit(transaction, { accountId, by, action: "webhook.added", url: input.url });
    return inserted;
  });
  return { webhook, secret };
}

const DEFAULTS = {
  description: null,
  types: [],
  domains: [],
  tags: [],
  streams: [],
  keys: [],
  actors: "human",
  format: "posthouse",
  version: "v1",
  ordering: "subject",
  // More could overload a receiver; fewer make a slow one fall behind.
  concurrency: 8,
  asymmetric: false,
} satisfies Omit<WebhookColumns, "url" | "headers_sealed">;

/** Changes a webhook. The sender starts again with the changed row. Errors: `validation_failed`, `webhook_not_found`. */
export async function changeWebhook(
  deps: WebhookDeps,
  { accountId, id, by }: WebhookTarget,
  { enabled, resume = "stopped", ...input }: WebhookChange,
): Promise<WebhookRow> {
  const { headers, ...columns } = readWebhookInput(deps, input);
  const skips = enabled === true && resume === "now";
  return await deps.database.db.transaction().execute(async (transaction) => {
    // The follower is locked before its webhook, as where attempts are stored.
    await setFollower(
      transaction,
      { name: WEBHOOK_FOLLOWER, shard: id },
      { ...(enabled !== undefined && { isActive: enabled }), restarts: true, wakes: true, skips },
    );
    const current = await lockWebhook(transaction, { accountId, id });
    if (!current) throw webhookNotFound();
    const { url = current.url } = columns;
    if (!headers) refuseToMoveHeaders(current, url);
    const starts = (enabled === true && current.disabled_reason !== null) || url !== current.url;
    const changed = await updateWebhook(
      transaction,
      { accountId, id },
      {
        ...columns,
        ...(headers && { headers_sealed: sealHeaders(deps.secrets, headers) }),
        ...(enabled === false && { disabled_reason: "user" as const }),
        ...(enabled === true && { disabled_reason: null }),
        // Former failures say nothing about a new URL or a repaired server.
        ...(starts && { failures: 0, failing_since: null }),
      },
    );
    if (!changed) throw webhookNotFound();
    if (skips) await dropPending(transaction, { accountId, webhookId: id });
    else if (starts) await restartPending(transaction, { accountId, webhookId: id });
    await audit(transaction, { accountId, by, action: "webhook.changed", url: changed.url });
    return changed;
  });
}

export async function removeWebhook(
  { database }: Pick<WebhookDeps, "database">,
  { accountId, id, by }: WebhookTarget,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await removeFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id });
    const removed = await deleteWebhook(transaction, { accountId, id });
    if (!removed) throw webhookNotFound();
    await audit(transaction, { accountId, by, action: "webhook.removed", url: removed.url });
  });
}

/** Replaces the secret. The previous one also signs for `overlapHours`; with 0, previous secrets stop at once. Error: `webhook_not_found`. */
export async function rotateWebhookSecret(
  { database, secrets }: Pick<WebhookDeps, "database" | "secrets">,
  { accountId, id, by }: WebhookTarget,
  { overlapHours }: { overlapHours: number },
): Promise<{ webhook: WebhookRow; secret: string }> {
  const secret = newWebhookSecret();
  const now = await timeNow(database);
  const webhook = await database.db.transaction().execute(async (transaction) => {
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { restarts: true });
    const current = await lockWebhook(transaction, { accountId, id });
    if (!current) throw webhookNotFound();
    const changed = await updateWebhook(
      transaction,
      { accountId, id },
      {
        secret_sealed: sealWebhookSecret(secrets, secret),
        previous_secrets: previousAfterRotation(current, {
          // A lost secret signs nothing.
          overlapHours: openWebhookSecret(secrets, current.secret_sealed) === null ? 0 : overlapHours,
          now,
        }),
      },
    );
    await audit(transaction, { accountId, by, action: "webhook.secret_rotated", url: current.url });
    return changed ?? current;
  });
  return { webhook, secret };
}

/** With the secret, a program could forge events, so the audit log says who has seen it. Errors: `webhook_not_found`, `webhook_secret_lost`. */
export async function readWebhookSecret(
  { database, secrets }: Pick<WebhookDeps, "database" | "secrets">,
  { accountId, id, by }: WebhookTarget,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const webhook = await findWebhook(database.db, { accountId, id });
  if (!webhook) throw webhookNotFound();
  const secret = openWebhookSecret(secrets, webhook.secret_sealed);
  if (secret === null) throw secretLost();
  await audit(database.db, { accountId, by, action: "webhook.secret_shown", url: webhook.url });
  return { webhook, secret };
}

export function webhookNotFound() {
  return webhookErrors.webhook_not_found(
    "This account has no webhook with this id. List its webhooks with GET /api/v1/webhooks.",
  );
}

/** Headers may contain a secret for the webhook's server, which a person who may only change the URL must not learn. */
function refuseToMoveHeaders(webhook: WebhookRow, url: string): void {
  if (!webhook.headers_sealed || new URL(webhook.url).origin === new URL(url).origin) return;
  const message = "must be given again, because the URL leads to another server ({} removes them)";
  throw refuseFields([{ path: "headers", message }]);
}

type Audited = {
  accountId: string;
  by: Actor;
  action: Extract<AuditAction, `webhook.${string}`>;
  url: string;
};

async function audit(db: Db, { accountId, by, action, url }: Audited): Promise<void> {
  await insertAuditEvent(db, { accountId, by, action, keyId: null, detail: { url } });
}
