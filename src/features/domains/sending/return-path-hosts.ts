import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";

/** All nodes reject mail to a removed return path after this time. */
const TTL_MS = 10_000;
const MAX_CACHED_HOSTS = 10_000;

/** The return-path hosts of all accounts' verified domains. Searches all accounts on purpose: any server may send bounces. */
export class ReturnPathHosts {
  readonly #known: ShortCache<string, boolean>;

  constructor(database: Database) {
    this.#known = new ShortCache({
      load: (host) => isReturnPathHost(database, host),
      ttlMs: TTL_MS,
      maxEntries: MAX_CACHED_HOSTS,
    });
  }

  has(host: string): Promise<boolean> {
    return this.#known.get(host);
  }
}

/** Whether mail from the sender's domain may have had its return path at this host: both are below one sender domain. */
export function wasReturnPathHost(host: string, senderDomain: string | null): boolean {
  const [, ...labels] = host.split(".");
  const parent = labels.join(".");
  if (senderDomain === null || labels.length < 2) return false;
  return (
    parent === senderDomain || parent.endsWith(`.${senderDomain}`) || senderDomain.endsWith(`.${parent}`)
  );
}

/** Whether bounces of any verified domain come to this instance, according to the DNS. Searches all accounts on purpose. */
export async function hasReturnPaths({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM domains WHERE verified_at IS NOT NULL AND findings->'return_path_mx'->>'status' = 'ok')`,
  );
  return rows[0]?.exists ?? false;
}

async function isReturnPathHost({ pool }: Database, host: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM domains WHERE name = ANY ($1) AND verified_at IS NOT NULL AND return_path || '.' || name = $2 LIMIT 1`,
    [parentsOf(host), host],
  );
  return rows.length > 0;
}

function parentsOf(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}
