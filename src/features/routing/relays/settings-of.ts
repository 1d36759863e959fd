import type { RelayRow } from "./queries.ts";

/** A relay's settings for the audit log. They only show whether a password is set. */
export function settingsOf({ name, url, secret_sealed, ...row }: RelayRow) {
  const { weight, rate_per_second, max_connections, enabled } = row;
  const password = secret_sealed === null ? null : "set";
  return { name, url, password, weight, rate_per_second, max_connections, enabled };
}
