import type { DeliveryMode } from "../../config.ts";
import type { Database } from "../../platform/db/index.ts";
import { listTroubledDomains } from "../domains/index.ts";
import { countQueue, findOldestReady } from "../queue/index.ts";
import { type Counts, countNames } from "./http/schema.ts";
import { loadDays, loadProgress } from "./queries.ts";

export type OverviewDeps = { database: Database; deliveryMode: () => Promise<DeliveryMode> };

/** Returns an account's numbers for the last `days` days and its current queue. */
export async function loadOverview(
  { database, deliveryMode }: OverviewDeps,
  { accountId, days }: { accountId: string; days: number },
) {
  const { db } = database;
  const [rows, queue, { oldestAt }, { key_prefix, ...progress }, troubled, mode] = await Promise.all([
    loadDays(db, accountId, days),
    countQueue(database, accountId),
    findOldestReady(database, accountId),
    loadProgress(db, accountId),
    listTroubledDomains(database, { accountId, lostSince: new Date(0) }),
    deliveryMode(),
  ]);
  const totals = sumUp(rows);
  return {
    days: rows,
    totals: { ...totals, delivery_rate: deliveryRate(totals), complaint_rate: complaintRate(totals) },
    queue: { ...queue, oldest_waiting_seconds: oldestAt === null ? null : secondsSince(oldestAt) },
    first_steps: { ...progress, delivers_for_real: mode !== "capture" },
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

/** Large mailbox providers reject mail from senders above 0.3 %. */
function complaintRate({ delivered, complained }: Counts): number | null {
  return delivered === 0 ? null : complained / delivered;
}

/** Never below 0: the database's clock may be ahead. */
function secondsSince(time: Date): number {
  return Math.max(0, Math.round((Date.now() - time.getTime()) / 1_000));
}
