import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";

/** A return path that was given up is refused on every node after this time. */
const ttlMs = 10_000;
const maxCachedHosts = 10_000;

/** Whether a host is where bounces of some account's verified domain come in. Across accounts by intent: anybody may write there. */
export function createIsReturnPathHost({ pool }: Database) {
  const known = new ShortCache({
    load: async (host: string) => {
      const { rows } = await pool.query(
        `SELECT FROM domains WHERE name = ANY ($1) AND verified_at IS NOT NULL AND return_path || '.' || name = $2 LIMIT 1`,
        [parentsOf(host), host],
      );
      return rows.length > 0;
    },
    ttlMs,
    maxEntries: maxCachedHosts,
  });
  return (host: string) => known.get(host);
}

function parentsOf(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}
