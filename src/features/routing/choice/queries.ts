/** The SQL with which workers read relays, rules and pools of all accounts, about once a second. */
import type { Database } from "../../../platform/db/index.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import type { RelayPolicy } from "../relay-policy.ts";
import type { Pool, PoolSource, Relay, Rule } from "./routing-table.ts";

/** A relay that currently gets no mail. */
export type RelayTrouble = {
  id: string;
  state: "open" | "auth_failed";
  /** Time until a probe may be sent; 0 or less means now. */
  retryInMs: number;
  lastError: string;
};

/** Reads a stamp that changes with every configuration change, the relays in trouble and the number of workers. */
export async function readRoutingState({ pool }: Database): Promise<{
  stamp: string;
  troubles: RelayTrouble[];
  workers: number;
  readAt: Date;
}> {
  const { rows } = await pool.query<{
    stamp: string;
    troubles: RelayTrouble[] | null;
    workers: number;
    readAt: Date;
  }>({
    name: "read-routing-state",
    text: `SELECT
        (SELECT coalesce(sum(hashtextextended(id::text, revision)), 0)::text FROM (
          SELECT id, revision FROM relays UNION ALL SELECT id, revision FROM routing_rules UNION ALL SELECT id, revision FROM pools
          UNION ALL SELECT account_id, -1 FROM operator_accounts
        ) all_of_them) || ' ' || (SELECT count(*) FROM delivery_modes) AS stamp,
        now() AS "readAt",
        (SELECT json_agg(json_build_object('id', id, 'state', state, 'lastError', coalesce(last_error, ''),
           'retryInMs', extract(epoch FROM coalesce(retry_at, now()) - now()) * 1000))
         FROM relays WHERE state <> 'closed') AS troubles,
        (SELECT greatest(1, count(*))::integer FROM workers WHERE seen_at > now() - interval '15 seconds') AS workers`,
  });
  const [row] = rows;
  return {
    stamp: row?.stamp ?? "",
    troubles: row?.troubles ?? [],
    workers: row?.workers ?? 1,
    readAt: row?.readAt ?? new Date(),
  };
}

export async function loadRelays({ pool }: Database, policies: RelayPolicy): Promise<Relay[]> {
  const { rows } = await pool.query<Omit<Relay, "isGuarded"> & { hasOperator: boolean }>(
    `SELECT account_id AS "accountId", id, name, kind, url, secret_sealed AS "secretSealed", weight,
       rate_per_second AS "ratePerSecond", max_connections AS "maxConnections", enabled, revision,
       account_id IN (SELECT account_id FROM operator_accounts) AS "hasOperator"
     FROM relays`,
  );
  return rows.map(({ hasOperator, ...relay }) => ({
    ...relay,
    isGuarded: relay.accountId !== INSTANCE_ID && policies.guardsRelayHosts({ hasOperator }),
  }));
}

export async function loadRules({ pool }: Database): Promise<Rule[]> {
  const { rows } = await pool.query<Rule>(
    `SELECT account_id AS "accountId", id, position, name, of_account_id AS "ofAccountId", from_domain AS "fromDomain",
       tag_name AS "tagName", tag_value AS "tagValue", stream, recipient_domain AS "recipientDomain", action,
       relay_ids AS "relayIds", spread, pool_id AS "poolId"
     FROM routing_rules WHERE enabled ORDER BY account_id, position, id`,
  );
  return rows;
}

export async function loadPools({ pool }: Database): Promise<Pool[]> {
  const { rows } = await pool.query<Pick<Pool, "id" | "name"> & { sources: StoredSource[] }>(
    "SELECT id, name, sources FROM pools",
  );
  return rows.map(({ sources, ...named }) => ({ ...named, sources: sources.map(readStoredSource) }));
}

/** An element of the column `sources`. */
export type StoredSource = { address: string; helo_name: string; started_on: string | null };

function readStoredSource({ address, helo_name, started_on }: StoredSource): PoolSource {
  return { address, heloName: helo_name, startedOn: started_on };
}
