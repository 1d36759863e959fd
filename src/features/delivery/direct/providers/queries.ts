import type { Database } from "../../../../platform/db/index.ts";

/** Facts about recipients' servers, which belong to no account. */

/** Limits the memory of a worker. Addresses that are not loaded are learned again with their next delivery. */
const MAX_LOADED = 50_000;
/** Longer than a provider keeps an address that it does not use. */
export const KEPT_DAYS = 30;

export type DestinationHost = { throttle: string; address: string };

export type RememberedHost = DestinationHost & { agoMs: number };

/** Addresses that accepted mail within the last `seconds`, newest first, with the time since then. */
export async function loadDestinationHosts({ pool }: Database, seconds: number): Promise<RememberedHost[]> {
  const { rows } = await pool.query<RememberedHost>(
    `SELECT throttle, address, greatest(0, extract(epoch FROM now() - delivered_at) * 1000)::float8 AS "agoMs"
     FROM destination_hosts WHERE delivered_at > now() - make_interval(secs => $1)
     ORDER BY delivered_at DESC LIMIT ${MAX_LOADED}`,
    [seconds],
  );
  return rows;
}

export async function saveDestinationHosts({ pool }: Database, hosts: DestinationHost[]): Promise<void> {
  await pool.query(
    `INSERT INTO destination_hosts (throttle, address)
     SELECT * FROM unnest($1::text[], $2::text[]) h ORDER BY 1, 2
     ON CONFLICT (throttle, address) DO UPDATE SET delivered_at = now()`,
    [hosts.map(({ throttle }) => throttle), hosts.map(({ address }) => address)],
  );
}

export async function hasOnlyOneAccount({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM accounts LIMIT 2");
  return (rowCount ?? 0) < 2;
}

export async function deleteOldDestinationHosts({ pool }: Database): Promise<void> {
  await pool.query(`DELETE FROM destination_hosts WHERE delivered_at < now() - interval '${KEPT_DAYS} days'`);
}
