import { csvPages } from "../../../platform/csv/index.ts";
import { readNames } from "../../../platform/http/index.ts";
import { ACCEPTANCE_TYPES } from "../acceptance-listeners.ts";
import type { WebhookDeps } from "../change-webhooks.ts";
import { listWebhooks } from "../queries.ts";
import { type PresentedWebhook, presentWebhooks } from "./present-webhook.ts";
import { type ExportWebhooksQuery, WEBHOOK_STATUSES } from "./webhook-schema.ts";

const COLUMNS = [
  "id",
  "url",
  "description",
  "status",
  "disabled_reason",
  "types",
  "format",
  "failures",
  "failing_since",
  "last_success_at",
  "created_at",
] as const;

/** Returns the matching webhooks of an account as CSV, oldest first. Errors: `validation_failed`. */
export function exportWebhooks(
  deps: WebhookDeps,
  accountId: string,
  query: ExportWebhooksQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const matches = matcherOf(query);
  return csvPages({
    columns: COLUMNS,
    // An account has few webhooks, so all are one page.
    pageRows: Number.POSITIVE_INFINITY,
    load: async () => {
      const rows = await listWebhooks(deps.database.db, accountId);
      return (await presentWebhooks(deps, accountId, rows)).filter(matches);
    },
    valuesOf,
  });
}

function matcherOf({ search = "", status, type }: ExportWebhooksQuery) {
  const words = search.toLowerCase().split(/\s+/);
  const statuses = readNames("status", status, WEBHOOK_STATUSES);
  const types =
    type
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  return (webhook: PresentedWebhook): boolean =>
    words.every((word) => `${webhook.url} ${webhook.description ?? ""}`.toLowerCase().includes(word)) &&
    (statuses.length === 0 || statuses.includes(statusOf(webhook))) &&
    (types.length === 0 || types.some((name) => receives(webhook, name)));
}

/** Accepted mail is only reported to webhooks that name its types. */
function receives({ types }: PresentedWebhook, type: string): boolean {
  return types.length === 0 ? !ACCEPTANCE_TYPES.includes(type) : types.includes(type);
}

function statusOf({ enabled, health }: PresentedWebhook): (typeof WEBHOOK_STATUSES)[number] {
  if (!enabled) return "disabled";
  const { state } = health;
  return state === "failing" || state === "secret_lost" ? state : "active";
}

function valuesOf(webhook: PresentedWebhook) {
  return { ...webhook, status: statusOf(webhook), types: webhook.types.join(", ") };
}
