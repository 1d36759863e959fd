import { withQuery } from "../../api.ts";
import type { Webhook } from "../../api-types.ts";
import { someOf, textOf } from "../../search.ts";

/** The list's filters, in the address bar. */
export type WebhooksSearch = {
  /** Part of the URL or of the description. */
  search?: string | undefined;
  /** One or several, separated by commas; so is the type. */
  status?: string | undefined;
  type?: string | undefined;
};

export const WEBHOOK_STATUSES = ["active", "failing", "secret_lost", "disabled"] as const;

export function webhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  return {
    search: textOf(search.search),
    status: someOf(search.status, WEBHOOK_STATUSES),
    type: typesOf(search.type),
  };
}

/** The list of all types is not part of the first page's script: the API refuses others. */
export function typesOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text && /^[a-z_.,]+$/.test(text) ? text : undefined;
}

export function exportPath(search: WebhooksSearch): string {
  return withQuery("/api/webhooks/export", search);
}

/** The webhooks that match. An account has at most 50, which are all loaded. */
export function matchingWebhooks(
  webhooks: readonly Webhook[],
  { search, status, type }: WebhooksSearch,
): Webhook[] {
  const words = (search ?? "").toLowerCase().split(/\s+/);
  return webhooks.filter(
    (webhook) =>
      words.every((word) => `${webhook.url} ${webhook.description ?? ""}`.toLowerCase().includes(word)) &&
      (status?.split(",").includes(statusOf(webhook)) ?? true) &&
      (type?.split(",").some((one) => receives(webhook, one)) ?? true),
  );
}

function statusOf({ enabled, health }: Webhook): (typeof WEBHOOK_STATUSES)[number] {
  if (!enabled) return "disabled";
  const { state } = health;
  return state === "failing" || state === "secret_lost" ? state : "active";
}

/** Only sent to webhooks that name them. */
const ACCEPTANCE_TYPES = ["email.queued", "email.scheduled"];

/** A webhook without types receives all others. */
function receives({ types }: Webhook, type: string): boolean {
  return types.length === 0 ? !ACCEPTANCE_TYPES.includes(type) : types.some((own) => own === type);
}
