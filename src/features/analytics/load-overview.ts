import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import { listTroubledDomains } from "../domains/index.ts";
import { type Counts, countNames, MAX_QUEUE_COUNT } from "./http/schema.ts";
import { loadDays, loadProgress, loadQueue } from "./queries.ts";

export type OverviewDeps = { database: Database; config: Pick<Config, "delivery"> };

/** Returns an account's numbers for the last `days` days and its current queue. */
export async function loadOverview(
  { database, config }: OverviewDeps,
  { accountId, days }: { accountId: string; days: number },
) {
  const { db } = database;
  const [rows, { oldest_waiting_id, ...queue }, { key_prefix, ...progress }, troubled] = await Promise.all([
    loadDays(db, accountId, days),
    loadQueue(db, accountId, MAX_QUEUE_COUNT),
    loadProgress(db, accountId),
    listTroubledDomains(database, { accountId, lostSince: new Date(0) }),
  ]);
  const totals = sumUp(rows);
  return {
    days: rows,
    totals: { ...totals, delivery_rate: deliveryRate(totals) },
    queue: {
      ...queue,
      oldest_waiting_seconds: oldest_waiting_id === null ? null : secondsSince(timeOfId(oldest_waiting_id)),
    },
    first_steps: { ...progress, delivers_for_real: config.delivery !== "capture" },
    key_prefix,
    troubled_domains: troubled.map(({ name, trouble }) => ({ name, trouble })),
  };
}

function sumUp(rows: Counts[]): Counts {
  const sums = countNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]);
  return Object.fromEntries(sums) as Counts;
}

/** The delivered share of the recipients with a final outcome. Deferred and uncertain recipients may still get one. */
export function deliveryRate({ delivered, bounced, expired }: Counts): number | null {
  const ended = delivered + bounced + expired;
  return ended === 0 ? null : delivered / ended;
}

/** Never below 0: the id may come from a node whose clock is ahead. */
function secondsSince(time: Date): number {
  return Math.max(0, Math.round((Date.now() - time.getTime()) / 1_000));
}
