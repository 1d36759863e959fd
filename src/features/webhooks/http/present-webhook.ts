import type { WebhookRow } from "../webhook.ts";

export function presentWebhook(row: WebhookRow) {
  const { id, url, description, types, domains, tags, streams, disabled_reason, failures } = row;
  return {
    id,
    url,
    description,
    types,
    domains,
    tags,
    streams: streams as ("transactional" | "bulk")[],
    enabled: disabled_reason === null,
    disabled_reason,
    failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
