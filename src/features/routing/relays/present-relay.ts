import { timeOfId } from "../../../platform/ids/index.ts";
import type { RelayRow } from "./queries.ts";

/** The view of a relay in the API. Never contains the password. */
export function presentRelay(row: RelayRow) {
  const { id, name, kind, url, weight, rate_per_second, max_connections, enabled } = row;
  return {
    id,
    name,
    kind,
    url,
    has_password: row.secret_sealed !== null,
    weight,
    rate_per_second,
    max_connections,
    enabled,
    health: {
      state: stateOf(row),
      failures: row.failures,
      retry_at: row.retry_at?.toISOString() ?? null,
      last_error: row.last_error,
      last_error_at: row.last_error_at?.toISOString() ?? null,
      last_success_at: row.last_success_at?.toISOString() ?? null,
      tested_at: row.tested_at?.toISOString() ?? null,
      test_error: row.test_error,
    },
    created_at: timeOfId(id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function stateOf({ state, last_success_at, tested_at, test_error }: RelayRow) {
  if (state === "open") return "unreachable" as const;
  if (state === "auth_failed") return "auth_failed" as const;
  // Mail that was accepted since the test shows more than the test.
  const isTestNews = tested_at !== null && (last_success_at === null || tested_at > last_success_at);
  if (isTestNews && test_error !== null) return "test_failed" as const;
  if (last_success_at !== null) return "works" as const;
  return isTestNews ? ("tested" as const) : ("unused" as const);
}
