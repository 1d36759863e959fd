import type { KeyView } from "./http/schema.ts";
import type { KeyRow } from "./queries.ts";

export function presentKey(row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    last_four: row.last_four,
    status: statusOf(row),
    paused_at: row.paused_at?.toISOString() ?? null,
    paused_reason: row.paused_reason,
    permission: row.permission,
    from_domains: row.from_domains,
    networks: row.networks,
    expires_at: row.expires_at?.toISOString() ?? null,
    daily_limit: row.daily_limit,
    long_lines: row.long_lines,
    created_at: row.created_at.toISOString(),
    last_used: row.last_used?.toISOString() ?? null,
    old_secret_expires_at: row.old_secret_expires_at?.toISOString() ?? null,
  };
}

/** The order is that of the checks in `reasonToRefuseKey`. */
function statusOf({ has_expired, paused_at }: KeyRow): KeyView["status"] {
  if (has_expired) return "expired";
  return paused_at === null ? "active" : "paused";
}
