import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import { factsFromRows, needsRows } from "./facts-from-rows.ts";
import type { Range } from "./load-range.ts";
import { typesOf } from "./metric-catalog.ts";
import type { Actor, Dimension, Filters, Question } from "./question.ts";
import { invalid } from "./read-question.ts";

/** The values of the dimensions, in their order. `period` is the index of a period. */
export type Group = (string | number)[];

export type CountRow = { group: Group; type: string; count: number };
export type LatencyRow = { group: Group; bin: number; count: number };

/** More sums are refused: they would take hundreds of megabytes. */
const MAX_SUMS = 400_000;

/** Sums counts by type. There are few series of all mail or of a tag; other dimensions read each combination of values. */
export async function sumCounts(
  db: Db,
  question: Question,
  range: Range,
  max = MAX_SUMS,
): Promise<CountRow[]> {
  const types = typesOf(question.metrics);
  if (types.length === 0) return [];
  const { rows } = await sql<CountRow>`
    SELECT ${groupOf(question)} AS "group", type, count FROM (
      SELECT ${columnsOf(question, range)}, c.type, sum(c.count)::float8 AS count
      FROM ${factsOf(question, range, types, "counts")} AND c.type = ANY (${types}) AND c.count <> 0 AND ${byActor(question.actor)}
    GROUP BY ${sql.join(namesOf(question))}, c.type LIMIT ${max + 1}) summed`.execute(db);
  return allOf(rows, max);
}

export async function sumLatencies(
  db: Db,
  question: Question,
  range: Range,
  max = MAX_SUMS,
): Promise<LatencyRow[]> {
  if (!question.metrics.some((name) => name.startsWith("latency_"))) return [];
  const { rows } = await sql<LatencyRow>`
    SELECT ${groupOf(question)} AS "group", bin, count FROM (
      SELECT ${columnsOf(question, range)}, c.bin, sum(c.count)::float8 AS count
      FROM ${factsOf(question, range, ["latency"], "latencies")}
    GROUP BY ${sql.join(namesOf(question))}, c.bin LIMIT ${max + 1}) summed`.execute(db);
  return allOf(rows, max);
}

/** Sums that were cut off would be wrong. Error: `validation_failed`. */
function allOf<Row>(rows: Row[], max: number): Row[] {
  if (rows.length > max)
    throw invalid(
      "dimensions",
      `more than ${max.toLocaleString("en")} sums; request fewer dimensions or metrics, longer periods or a shorter range`,
    );
  return rows;
}

/** SQL for the facts of the question: of the roll-ups' series `s` and counts `c`, or from the rows of mail under the same names. */
function factsOf(question: Question, range: Range, types: string[], table: "counts" | "latencies") {
  if (needsRows(question))
    return sql`${factsFromRows(question, range, types)} s CROSS JOIN LATERAL (SELECT s.bucket_at, s.type, s.detail, s.bin, 1 AS count) c
      WHERE ${filtersOf(question.filters)}`;
  return sql`count_series s JOIN ${sql.ref(table)} c ON c.account_id = s.account_id AND c.series_id = s.id
    WHERE ${seriesOf(question)} AND ${inRange(range)}`;
}

/** A bucket counts where it begins, in the range as in its periods: with an hour from before the range, rows and totals would differ. */
function inRange({ from, to, step }: Range) {
  return sql`c.step = ${step} AND c.bucket_at >= ${from} AND c.bucket_at < ${to}`;
}

function seriesOf({ accountId, dimensions, filters }: Question) {
  return sql`s.account_id = ${accountId} AND s.kind = ${kindOf(dimensions, filters)} AND ${filtersOf(filters)}`;
}

function kindOf(dimensions: readonly Dimension[], filters: Filters): "all" | "combination" | "tag" {
  if (filters.tag !== undefined || dimensions.includes("tag")) return "tag";
  const isDivided = dimensions.some((name) =>
    ["domain", "stream", "key", "provider", "route"].includes(name),
  );
  return isDivided || Object.keys(filters).length > 0 ? "combination" : "all";
}

function filtersOf({ domain, stream, key, provider, route, tag }: Filters) {
  const conditions = [
    sql`true`,
    ...(domain === undefined ? [] : [sql`s.domain = ${domain}`]),
    ...(stream === undefined ? [] : [sql`s.stream = ${stream}`]),
    ...(key === undefined ? [] : [sql`s.key_id = ${key}`]),
    ...(provider === undefined ? [] : [sql`s.provider = ${provider}`]),
    ...(route === undefined ? [] : [sql`s.route = ${route}`]),
    ...(tag === undefined ? [] : [sql`s.tag_name = ${tag.name} AND s.tag_value = ${tag.value}`]),
  ];
  return sql.join(conditions, sql` AND `);
}

/** Unique opens and clicks are counted for people and for all; for other actors, readQuestion refuses them. */
function byActor(actor: Actor) {
  if (actor === "any") return sql`(c.type NOT IN ('unique_open', 'unique_click') OR c.detail = 'any')`;
  const actors = actor === "human" ? ["human", "proxy"] : [actor];
  return sql`(c.type NOT IN ('open', 'click', 'unique_open', 'unique_click') OR c.detail = ANY (${actors}))`;
}

/** JSON is built from the sums. Building it for each row took most of the query's time (decision 68). */
function groupOf(question: Question) {
  return question.dimensions.length === 0
    ? sql`'[]'::jsonb`
    : sql`jsonb_build_array(${sql.join(namesOf(question))})`;
}

function namesOf({ dimensions }: Question) {
  return dimensions.length === 0 ? [sql.ref("none")] : dimensions.map((_, n) => sql.ref(`d${n}`));
}

function columnsOf({ dimensions, timeZone }: Question, { periods }: Range) {
  if (dimensions.length === 0) return sql`NULL::text AS none`;
  const at = periods.map(({ at }) => at.toISOString());
  const columnOf: Record<Dimension, RawBuilder<unknown>> = {
    // A binary search is cheaper than computing the period of each bucket.
    period: sql`width_bucket(c.bucket_at, ${at}::timestamptz[]) - 1`,
    domain: sql`s.domain`,
    stream: sql`s.stream`,
    key: sql`s.key_id`,
    provider: sql`s.provider`,
    route: sql`s.route`,
    tag: sql`CASE s.tag_name WHEN '(other)' THEN '(other)' ELSE s.tag_name || ':' || s.tag_value END`,
    reason: sql`c.detail`,
    weekday: sql`extract(isodow FROM c.bucket_at AT TIME ZONE ${timeZone})::integer`,
    hour: sql`extract(hour FROM c.bucket_at AT TIME ZONE ${timeZone})::integer`,
  };
  return sql.join(dimensions.map((name, n) => sql`${columnOf[name]} AS ${sql.ref(`d${n}`)}`));
}

/**
 * Until when outcomes of the account's mail are counted: the follower's cursor, or the oldest accepted email that waits. Null: it has not
 * begun. It does not cover emails whose acceptance is not committed, and opens and clicks that are held before they are stored. The first
 * row is the oldest: emails from before there were roll-ups were listed before all others.
 */
export async function loadCountedUntil(db: Db, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ until: string }>`
    SELECT least(f.cursor::text, coalesce(a.email_ids[1], (
      SELECT id FROM emails WHERE account_id = a.account_id AND id > a.after_id AND id <= a.up_to_id ORDER BY id LIMIT 1))::text) AS until
    FROM followers f LEFT JOIN (SELECT * FROM acceptances WHERE account_id = ${accountId} ORDER BY id LIMIT 1) a ON true
    WHERE f.name = 'rollups' AND f.shard = '00000000-0000-0000-0000-000000000000'`.execute(db);
  const [row] = rows;
  return row ? timeOfId(row.until) : null;
}
