import type { RelayRow } from "./queries.ts";

/** What of a relay stands in the audit log: what people set, and of the password only whether there is one. */
export function settingsOf({ name, url, secret_sealed, ...row }: RelayRow) {
  const { weight, rate_per_second, max_connections, enabled } = row;
  const password = secret_sealed === null ? null : "kept";
  return { name, url, password, weight, rate_per_second, max_connections, enabled };
}
