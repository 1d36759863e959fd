/** All SQL of the API request log. */
import { type Selectable, sql } from "kysely";
import type { DB } from "../../platform/db/generated/tables.ts";
import { containing, countRows, type Database, type Db } from "../../platform/db/index.ts";

export type RequestRow = Selectable<DB["api_requests"]>;

/** Inserts all rows in one statement. */
export async function insertRequests({ pool }: Database, rows: readonly RequestRow[]): Promise<void> {
  await pool.query({
    name: "insert-api-requests",
    text: `INSERT INTO api_requests
        (account_id, id, method, path, status, ms, key_id, request_id, error_code, error_message, network)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::integer[], $7::integer[],
        $8::text[], $9::text[], $10::text[], $11::text[])`,
    values: [
      rows.map((row) => row.account_id),
      rows.map((row) => row.id),
      rows.map((row) => row.method),
      rows.map((row) => row.path),
      rows.map((row) => row.status),
      rows.map((row) => row.ms),
      rows.map((row) => row.key_id),
      rows.map((row) => row.request_id),
      rows.map((row) => row.error_code),
      rows.map((row) => row.error_message),
      rows.map((row) => row.network),
    ],
  });
}

export type RequestFilter = {
  accountId: string;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive). */
  beforeId: string;
  /** The first digit of the status; null: any. */
  statusClass: number | null;
  method: string | null;
  keyId: number | null;
  /** Part of the path; null: any. */
  path: string | null;
  /** Part of the path, request id or error code; null: any. */
  text: string | null;
};

/**
 * Rows that one page scans, which takes about 50 ms for any filter. A busy account has millions of rows, and an index for each filter
 * would make every write too expensive for a log.
 */
const SCANNED_ROWS = 50_000;

/**
 * Returns at most `limit` matches among the newest `SCANNED_ROWS` rows before `beforeId`, newest first, and the end of the scan: its last
 * row, or null if there are no more rows. The end is found first. Otherwise, rows that arrive between the two queries would move it up,
 * and the next scan would repeat matches.
 */
export async function scanRequests(
  { db }: Database,
  filter: RequestFilter,
  limit: number,
): Promise<{ rows: RequestRow[]; end: string | null }> {
  // Without a filter, every row matches, and fewer than `limit` are the last ones.
  const end = isFiltering(filter) ? await findEndOfScan(db, filter) : null;
  const rows = await matching(db, { ...filter, fromId: end ?? filter.fromId })
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return { rows, end };
}

/** Counts the matches among the newest `SCANNED_ROWS` rows. */
export async function countRequests({ db }: Database, filter: RequestFilter) {
  const end = await findEndOfScan(db, filter);
  const scanned = matching(db, { ...filter, fromId: end ?? filter.fromId });
  const { total, isExact } = await countRows(db, scanned.select("id"));
  return { total, isExact: isExact && end === null };
}

function isFiltering({ statusClass, method, keyId, path, text }: RequestFilter): boolean {
  return [statusClass, method, keyId, path, text].some((value) => value !== null);
}

function matching(db: Db, filter: RequestFilter) {
  const { statusClass, method, keyId, path, text } = filter;
  return db
    .selectFrom(newest(db, filter).as("request"))
    .$if(statusClass !== null, (query) => query.where(sql<number>`status / 100`, "=", statusClass))
    .$if(method !== null, (query) => query.where("method", "=", method))
    .$if(keyId !== null, (query) => query.where("key_id", "=", keyId))
    .$if(path !== null, (query) => query.where("path", "ilike", containing(path)))
    .$if(text !== null, (query) =>
      query.where((row) =>
        row.or([
          row("path", "ilike", containing(text)),
          row("request_id", "ilike", containing(text)),
          row("error_code", "ilike", containing(text)),
        ]),
      ),
    );
}

async function findEndOfScan(db: Db, filter: RequestFilter): Promise<string | null> {
  const row = await newest(db, filter)
    .offset(SCANNED_ROWS - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Returns up to `limit` requests with exactly this request id, at any age, newest first. If there are more, these are any of them, because
 * no index has their order.
 */
export async function listByRequestId(
  { db }: Database,
  { accountId, requestId }: { accountId: string; requestId: string },
  limit: number,
): Promise<RequestRow[]> {
  const some = db
    .selectFrom("api_requests")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("request_id", "=", requestId)
    .limit(limit);
  return await db.selectFrom(some.as("request")).selectAll().orderBy("id", "desc").execute();
}

function newest(db: Db, { accountId, fromId, beforeId, statusClass }: RequestFilter) {
  return (
    db
      .selectFrom("api_requests")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("id", ">=", fromId)
      .where("id", "<", beforeId)
      // A literal, so that the partial index applies.
      .$if(statusClass !== null && statusClass >= 4, (query) => query.where(sql<boolean>`status >= 400`))
      .orderBy("id", "desc")
  );
}

/** Deletes at most `limit` requests of all accounts and returns the number of deleted rows. */
export async function deleteRequestsBefore({ db }: Database, id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM api_requests WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM api_requests WHERE id < ${id}::uuid LIMIT ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
