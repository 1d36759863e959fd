import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { Granularity } from "./question.ts";
import { invalid } from "./read-question.ts";
import { MAX_PERIODS } from "./schema.ts";

/** The beginning of a period, as a time and as local time in the time zone. */
export type Period = { at: Date; local: string };

export type Range = {
  from: Date;
  /** Not included. */
  to: Date;
  periods: Period[];
  /** The length in minutes of the longest buckets that fit into the periods. */
  step: 15 | 60;
};

type Wanted = {
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
  granularity: Granularity;
  /** The default range ends now. */
  now?: Date;
};

const QUARTER_MS = 900_000;
/** Older buckets of 15 minutes are deleted, see sweepRollups. */
const QUARTERS_KEPT_DAYS = 90;
const APPROXIMATE_MS: Record<Granularity, number> = {
  "15m": QUARTER_MS,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_419_200_000,
};

/** The range and its periods. PostgreSQL computes them, because it knows the time zones' changes. Error: `validation_failed`. */
export async function loadRange(db: Db, wanted: Wanted): Promise<Range> {
  const { from, to } = await loadEnds(db, wanted);
  if (from >= to) throw invalid("to", "must be after from");
  const { granularity } = wanted;
  const count = Math.ceil((to.getTime() - from.getTime()) / APPROXIMATE_MS[granularity]);
  if (count > MAX_PERIODS)
    throw invalid(
      "granularity",
      `${granularity} gives ${count} periods, more than the limit of ${MAX_PERIODS}; choose longer periods or a shorter range`,
    );
  const oldest = Date.now() - QUARTERS_KEPT_DAYS * 86_400_000;
  if (granularity === "15m" && from.getTime() < oldest)
    throw invalid(
      "granularity",
      `periods of 15 minutes are kept for ${QUARTERS_KEPT_DAYS} days; choose the granularity hour or a later from`,
    );
  const { periods, isWholeHours } = await loadPeriods(db, { ...wanted, from, to });
  const step = isWholeHours || from.getTime() < oldest ? 60 : 15;
  return { from, to, periods, step };
}

async function loadEnds(
  db: Db,
  { from, to, timeZone, now = new Date() }: Wanted,
): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date | null; to: Date | null; begin: Date }>`
    SELECT ${endOf("from", from, timeZone)} AS "from", ${endOf("to", to, timeZone)} AS "to",
      (date_trunc('day', ${now}::timestamptz AT TIME ZONE ${timeZone}) - interval '29 days') AT TIME ZONE ${timeZone} AS begin`
    .execute(db)
    .catch((error: unknown) => {
      // Class 22: the text is not a time.
      if (error instanceof Error && /^22/.test(String((error as { code?: unknown }).code)))
        throw invalid(from === undefined ? "to" : "from", NO_TIME);
      throw error;
    });
  const [row] = rows as [{ from: Date | null; to: Date | null; begin: Date }];
  return {
    from: roundTo(Math.floor, row.from ?? row.begin),
    to: roundTo(Math.ceil, row.to ?? now),
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const NO_TIME = "is not a date or time; use the form 2026-11-21 or 2026-11-21T08:00:00Z";

function endOf(path: "from" | "to", text: string | undefined, timeZone: string) {
  if (text === undefined) return sql`NULL::timestamptz`;
  if (DATE.test(text)) return sql`${text}::timestamp AT TIME ZONE ${timeZone}`;
  if (TIME.test(text)) return sql`${text}::timestamptz`;
  throw invalid(path, `${text} ${NO_TIME}`);
}

type Bounds = { from: Date; to: Date; timeZone: string; granularity: Granularity };

/** Days, weeks and months follow the calendar. Shorter periods have a fixed length, so the hour at the end of daylight saving time occurs twice. */
async function loadPeriods(
  db: Db,
  { from, to, timeZone, granularity }: Bounds,
): Promise<{ periods: Period[]; isWholeHours: boolean }> {
  const isClock = granularity === "15m" || granularity === "hour";
  const begin =
    granularity === "15m"
      ? sql`${from}::timestamptz`
      : sql`date_trunc('hour', ${from}::timestamptz, ${timeZone})`;
  const length = granularity === "15m" ? "15 minutes" : `1 ${granularity}`;
  const series = isClock
    ? sql`SELECT t AS at FROM generate_series(${begin}, ${to}::timestamptz - interval '1 second', ${length}::interval) t`
    : sql`SELECT t AT TIME ZONE ${timeZone} AS at FROM generate_series(
        date_trunc(${granularity}, ${from}::timestamptz AT TIME ZONE ${timeZone}),
        (${to}::timestamptz - interval '1 second') AT TIME ZONE ${timeZone}, ${length}::interval) t`;
  const { rows } = await sql<Period & { is_whole: boolean }>`
    WITH bounds AS (${series})
    SELECT at, to_char(at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD"T"HH24:MI:SS') AS local,
      extract(epoch FROM at)::bigint % 3600 = 0
        AND extract(epoch FROM (at AT TIME ZONE ${timeZone}) - (at AT TIME ZONE 'UTC'))::bigint % 3600 = 0 AS is_whole
    FROM bounds ORDER BY at`.execute(db);
  const isWhole = (time: Date) => time.getTime() % 3_600_000 === 0;
  return {
    periods: rows.map(({ at, local }) => ({ at, local })),
    isWholeHours:
      rows.every(({ is_whole }) => is_whole) && isWhole(from) && (isWhole(to) || to.getTime() > Date.now()),
  };
}

function roundTo(round: (n: number) => number, time: Date): Date {
  return new Date(round(time.getTime() / QUARTER_MS) * QUARTER_MS);
}

/** "2026-11-01T00:00:00+05:30" */
export function formatPeriod({ at, local }: Period): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - at.getTime()) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
}
