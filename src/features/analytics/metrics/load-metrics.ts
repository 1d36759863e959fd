import type { Database } from "../../../platform/db/index.ts";
import { Sums } from "./compute-metrics.ts";
import { type Group, loadCountedUntil, sumCounts, sumLatencies } from "./count-queries.ts";
import { checkFacts, needsRows } from "./facts-from-rows.ts";
import { formatPeriod, loadRange, type Period, type Range } from "./load-range.ts";
import type { MetricName } from "./metric-catalog.ts";
import type { Question } from "./question.ts";
import { invalid } from "./read-question.ts";
import { MAX_ROWS, type MetricRow } from "./schema.ts";

type Values = Partial<Record<MetricName, number | null>>;

/** Computes the metrics of a question from the roll-ups. Error: `validation_failed`. */
export async function loadMetrics(
  { db }: Database,
  question: Question,
  ends: { from?: string | undefined; to?: string | undefined },
) {
  const { timeZone, granularity, dimensions, metrics } = question;
  const range = await loadRange(db, { timeZone, granularity, from: ends.from, to: ends.to });
  if (needsRows(question)) await checkFacts(db, question, range);
  // Before the sums, because the follower may commit at any time.
  const countedUntil = await loadCountedUntil(db, question.accountId);
  const [counts, latencies] = await Promise.all([
    sumCounts(db, question, range),
    sumLatencies(db, question, range),
  ]);
  const groups = new Map<string, { group: Group; sums: Sums }>();
  const total = new Sums();
  for (const { group, type, count } of counts) {
    total.addCount(type, count);
    sumsOf(groups, group).addCount(type, count);
  }
  for (const { group, bin, count } of latencies) {
    total.addLatency(bin, count);
    sumsOf(groups, group).addLatency(bin, count);
  }
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    time_zone: timeZone,
    granularity,
    metrics: [...metrics],
    dimensions: [...dimensions],
    counted_until: countedUntil?.toISOString() ?? null,
    totals: await totalsOf({ db }, question, range, total),
    rows: dimensions.length === 0 ? [] : rowsOf(question, range, groups),
  };
}

function sumsOf(groups: Map<string, { group: Group; sums: Sums }>, group: Group): Sums {
  const key = JSON.stringify(group);
  const known = groups.get(key);
  if (known) return known.sums;
  const sums = new Sums();
  groups.set(key, { group, sums });
  return sums;
}

/** An email with two tags is in two rows, but counts once. */
async function totalsOf(
  { db }: Pick<Database, "db">,
  question: Question,
  range: Range,
  total: Sums,
): Promise<Values> {
  const { dimensions, filters, metrics } = question;
  if (!dimensions.includes("tag") || filters.tag !== undefined) return total.valuesOf(metrics);
  const sums = new Sums();
  const undivided = { ...question, dimensions: [] };
  for (const { type, count } of await sumCounts(db, undivided, range)) sums.addCount(type, count);
  for (const { bin, count } of await sumLatencies(db, undivided, range)) sums.addLatency(bin, count);
  return sums.valuesOf(metrics);
}

function rowsOf(
  { dimensions, metrics }: Question,
  { periods }: Range,
  groups: Map<string, { group: Group; sums: Sums }>,
): MetricRow[] {
  if (groups.size > MAX_ROWS)
    throw invalid(
      "dimensions",
      `more than ${MAX_ROWS} rows; request fewer dimensions, longer periods or a shorter range`,
    );
  if (dimensions.length === 1 && dimensions[0] === "period")
    return periods.map((period, n) => ({
      period: formatPeriod(period),
      ...(groups.get(JSON.stringify([n]))?.sums ?? new Sums()).valuesOf(metrics),
    }));
  return [...groups.values()]
    .sort((a, b) => compareGroups(a.group, b.group))
    .map(({ group, sums }) => ({
      ...Object.fromEntries(dimensions.map((name, n) => [name, shownValue(name, group[n] ?? "", periods)])),
      ...sums.valuesOf(metrics),
    }));
}

function shownValue(dimension: string, value: string | number, periods: Period[]): string | number | null {
  if (dimension === "period") return formatPeriod(periods[Number(value)] as Period);
  return dimension === "key" && value === 0 ? null : value;
}

function compareGroups(a: Group, b: Group): number {
  for (const [n, value] of a.entries()) {
    const other = b[n] ?? "";
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}
