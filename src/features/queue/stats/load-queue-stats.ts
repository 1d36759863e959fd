import { ShortCache } from "../../../platform/cache/index.ts";
import { type Database, decodeCursor, encodeCursor, isDataError } from "../../../platform/db/index.ts";
import { cutPage, invalidCursor, readNames } from "../../../platform/http/index.ts";
import type { Pause } from "../pauses/pause.ts";
import { listPauses } from "../pauses/queries.ts";
import { listOwnDestinations } from "./own-destinations.ts";
import {
  type Behind,
  type ClosedThrottle,
  countQueue,
  countWorkers,
  type GroupRow,
  listClosedThrottles,
  listGroups,
} from "./queries.ts";
import { COUNTED_UP_TO, HISTORY_MINUTES, MAIL_STATES, type StatsScope } from "./stats-sql.ts";
import { whyItWaits } from "./why-it-waits.ts";

/** People who view the same queue at the same time share one query. */
const CACHE_MS = 1_000;
const MAX_CACHED = 500;
const DEFAULT_GROUPS = 25;

export type QueueQuery = { limit?: number; cursor?: string; search?: string; state?: string };
type QueueStats = Awaited<ReturnType<typeof loadQueueStats>>;

/** loadQueueStats, with its results kept for a second. */
export function cachedQueueStats(database: Database) {
  const cache = new ShortCache<string, QueueStats>({
    load: (key) => loadQueueStats(database, ...(JSON.parse(key) as [StatsScope, QueueQuery])),
    ttlMs: CACHE_MS,
    maxEntries: MAX_CACHED,
  });
  return (scope: StatsScope, query: QueueQuery) => cache.get(JSON.stringify([scope, query]));
}

async function loadQueueStats(database: Database, scope: StatsScope, query: QueueQuery) {
  const limit = query.limit ?? DEFAULT_GROUPS;
  const behind = readCursor(scope, query.cursor);
  const own = scope.accountId === null ? null : await listOwnDestinations(database, scope.accountId);
  const [rows, totals, pauses, closed, workers] = await Promise.all([
    listGroups(database, scope, {
      limit: limit + 1,
      behind,
      search: query.search?.trim().toLowerCase() ?? "",
      states: readNames("state", query.state, MAIL_STATES),
    }).catch((error: unknown) => {
      // A changed cursor may have a time that does not exist, or a character that PostgreSQL does not store.
      throw query.cursor !== undefined && isDataError(error) ? invalidCursor() : error;
    }),
    countQueue(database, scope.accountId),
    listPauses(database, scope.accountId).then((all) => all.filter((pause) => concerns(pause, own))),
    listClosedThrottles(database, own),
    countWorkers(database),
  ]);
  const page = cutPage(rows, limit, (last) => writeCursor(scope, last));
  const isPartial = rows.some(({ is_partial }) => is_partial);
  return {
    groups: page.rows.map((row) => presentGroup(row, { scope, pauses, closed, workers })),
    totals,
    counted_up_to: COUNTED_UP_TO,
    is_partial: isPartial,
    workers,
    pauses: pauses.map(presentPause),
    closed_throttles: presentClosed(closed),
    pagination: { ...page.pagination, total: rows[0]?.total ?? 0, total_is_exact: !isPartial },
  };
}

type GroupContext = { scope: StatsScope; pauses: Pause[]; closed: ClosedThrottle[]; workers: number };

function presentGroup(row: GroupRow, { scope, pauses, closed, workers }: GroupContext) {
  const isAccount = scope.by === "account";
  const own = pauses.filter((pause) => isOf(pause, row, isAccount));
  const throttle = isAccount ? null : (closed.find((closed) => leadsTo(closed, row)) ?? null);
  const history = Array.from({ length: HISTORY_MINUTES }, (_, n) => row.settled?.[HISTORY_MINUTES - n] ?? 0);
  return {
    id: row.key,
    name: row.name ?? row.key,
    domains: row.domains,
    accounts: row.accounts,
    waiting: row.waiting,
    in_flight: row.in_flight,
    delayed: row.delayed,
    oldest_at: row.oldest_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
    // The current minute is not complete, so it would look like a fall.
    rate_per_minute: Math.round(history.slice(-3).reduce((sum, n) => sum + n, 0) / 3),
    history,
    pause: own[0] ? presentPause(own[0]) : null,
    closed_until: throttle?.closed_until.toISOString() ?? null,
    why: whyItWaits({ group: row, pauses: own, closed: throttle, workers }),
  };
}

/** A provider, or the only domain of a group. */
function leadsTo({ destination }: ClosedThrottle, { key, domains, domain }: GroupRow): boolean {
  return destination === key || (domains === 1 && destination === `@${domain}`);
}

/** One row for each name: a provider and a domain of the same name may both be closed. */
function presentClosed(throttles: ClosedThrottle[]) {
  const byName = Map.groupBy(throttles, ({ name }) => name.replace(/^@/, ""));
  return [...byName].flatMap(([name, [longest]]) =>
    longest ? [{ name, closed_until: longest.closed_until.toISOString(), reason: longest.reason }] : [],
  );
}

/** A pause of all accounts concerns an account only where it has mail. */
function concerns({ account_id, target, name }: Pause, own: ReadonlySet<string> | null): boolean {
  return own === null || account_id !== null || target === "all" || own.has(name);
}

/** A pause of one account does not stop a destination of the whole instance. */
function isOf({ target, name, account_id }: Pause, row: GroupRow, isAccount: boolean): boolean {
  if (isAccount) return target === "all" && (account_id === null || account_id === row.key);
  if (account_id !== null && row.accounts > 1) return false;
  if (target === "all") return true;
  return name === row.key || (target === "domain" && row.domains === 1 && name === row.domain);
}

function presentPause({ ends_at, created_at, ...pause }: Pause) {
  return { ...pause, ends_at: ends_at?.toISOString() ?? null, created_at: created_at.toISOString() };
}

const listOf = ({ accountId, by }: StatsScope) => `queue ${by} ${accountId}`;

function writeCursor(scope: StatsScope, row: GroupRow): string {
  return encodeCursor([listOf(scope), String(row.class), row.since, row.key]);
}

function readCursor(scope: StatsScope, cursor: string | undefined): Behind {
  if (cursor === undefined) return { class: -1, since: "epoch", key: "" };
  const [list, place, since, key] = decodeCursor(cursor, 4) ?? [];
  if (list === listOf(scope) && place !== undefined && since !== undefined && key !== undefined) {
    const isTime = /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/.test(since);
    if (isTime && /^[012]$/.test(place)) return { class: Number(place), since, key };
  }
  throw invalidCursor();
}
