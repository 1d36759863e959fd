import type { Database, Db } from "../../platform/db/index.ts";
import { errors, type FieldError } from "../../platform/errors/index.ts";
import { reasonToRefuseUrl } from "../../platform/fetch/index.ts";
import { newId } from "../../platform/ids/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import { type Actor, insertAuditEvent } from "../audit/index.ts";
import { addFollower, removeFollower, setFollower } from "../followers/index.ts";
import { webhookErrors } from "./errors.ts";
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  updateWebhook,
  type WebhookColumns,
} from "./queries.ts";
import { newWebhookSecret } from "./send/sign-webhook.ts";
import { openWebhookSecret, sealWebhookSecret, WEBHOOK_FOLLOWER, type WebhookRow } from "./webhook.ts";

const MAX_WEBHOOKS = 50;

export type WebhookDeps = {
  database: Database;
  secrets: InstanceSecrets;
  /** Webhooks may use http and private addresses. */
  allowsPrivate: boolean;
};

type Target = { accountId: string; id: string; by: Actor };

/** The fields of a request. Absent fields stay as they are. */
export type WebhookInput = Partial<WebhookColumns> & { enabled?: boolean };

/** The webhook gets the events from now on. Returns it with its secret. */
export async function addWebhook(
  { database, secrets, allowsPrivate }: WebhookDeps,
  { accountId, by }: Omit<Target, "id">,
  input: WebhookInput & { url: string },
): Promise<{ webhook: WebhookRow; secret: string }> {
  checkUrl(input.url, allowsPrivate);
  const { url, description = null, types = [], domains = [], tags = [], streams = [] } = input;
  const secret = newWebhookSecret();
  const id = newId();
  const webhook = await database.db.transaction().execute(async (transaction) => {
    if ((await countWebhooks(transaction, accountId)) >= MAX_WEBHOOKS)
      throw webhookErrors.too_many_webhooks(`An account has at most ${MAX_WEBHOOKS} webhooks.`);
    await addFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id, accountId });
    const columns = {
      url,
      description,
      types,
      domains,
      tags,
      streams,
      secret_sealed: sealWebhookSecret(secrets, secret),
    };
    const inserted = await insertWebhook(transaction, { accountId, id }, columns);
    await audit(transaction, { accountId, by, action: "webhook.added", url });
    return inserted;
  });
  return { webhook, secret };
}

/** Enabling a webhook sends what happened since it was disabled. */
export async function changeWebhook(
  { database, allowsPrivate }: WebhookDeps,
  { accountId, id, by }: Target,
  { enabled, ...columns }: WebhookInput,
): Promise<WebhookRow> {
  if (columns.url !== undefined) checkUrl(columns.url, allowsPrivate);
  return await database.db.transaction().execute(async (transaction) => {
    const state =
      enabled === undefined
        ? {}
        : enabled
          ? { disabled_reason: null, failures: 0, failing_since: null }
          : { disabled_reason: "user" as const };
    const changed = await updateWebhook(transaction, { accountId, id }, { ...columns, ...state });
    if (!changed) throw webhookNotFound();
    const isActive = changed.disabled_reason === null;
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { isActive, restarts: true });
    await audit(transaction, { accountId, by, action: "webhook.changed", url: changed.url });
    return changed;
  });
}

export async function removeWebhook({ database }: WebhookDeps, { accountId, id, by }: Target): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const removed = await deleteWebhook(transaction, { accountId, id });
    if (!removed) throw webhookNotFound();
    await removeFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id });
    await audit(transaction, { accountId, by, action: "webhook.removed", url: removed.url });
  });
}

/** Makes a new secret. Both secrets sign for `overlapHours`; with 0, the previous one stops at once. */
export async function rotateWebhookSecret(
  { database, secrets }: WebhookDeps,
  { accountId, id, by }: Target,
  { overlapHours }: { overlapHours: number },
): Promise<string> {
  const secret = newWebhookSecret();
  await database.db.transaction().execute(async (transaction) => {
    const webhook = await findWebhook(transaction, { accountId, id });
    if (!webhook) throw webhookNotFound();
    await updateWebhook(
      transaction,
      { accountId, id },
      {
        secret_sealed: sealWebhookSecret(secrets, secret),
        previous_secret_sealed: overlapHours > 0 ? webhook.secret_sealed : null,
        previous_secret_until: overlapHours > 0 ? new Date(Date.now() + overlapHours * 3_600_000) : null,
      },
    );
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { restarts: true });
    await audit(transaction, { accountId, by, action: "webhook.secret_rotated", url: webhook.url });
  });
  return secret;
}

export async function readWebhookSecret(
  { database, secrets }: WebhookDeps,
  { accountId, id }: Omit<Target, "by">,
): Promise<string> {
  const webhook = await findWebhook(database.db, { accountId, id });
  if (!webhook) throw webhookNotFound();
  return openWebhookSecret(secrets, webhook.secret_sealed);
}

export function webhookNotFound() {
  return webhookErrors.webhook_not_found("This account has no webhook with this id.");
}

/** The address is checked again at each connection. */
function checkUrl(url: string, allowsPrivate: boolean): void {
  const reason = allowsPrivate ? (URL.canParse(url) ? null : "must be a URL") : reasonToRefuseUrl(url);
  if (reason === null) return;
  const fields: FieldError[] = [{ path: "url", message: reason }];
  throw errors.validation_failed(`url: ${reason}`, { fields });
}

type Audited = {
  accountId: string;
  by: Actor;
  action: "webhook.added" | "webhook.changed" | "webhook.removed" | "webhook.secret_rotated";
  url: string;
};

async function audit(db: Db, { accountId, by, action, url }: Audited): Promise<void> {
  await insertAuditEvent(db, { accountId, by, action, keyId: null, detail: { url } });
}
