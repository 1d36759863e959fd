import { type Expression, sql } from "kysely";
import type { Db } from "./pool.ts";

/** A larger total is not useful to people, and counting on would cost more with every row. */
export const MAX_COUNTED = 10_000;

/** Counts the rows of a query, up to `MAX_COUNTED`. */
export async function countRows(
  db: Db,
  query: Expression<unknown>,
): Promise<{ total: number; isExact: boolean }> {
  const counting = sql<{ found: number }>`SELECT count(*)::integer AS found
    FROM (${query} LIMIT ${MAX_COUNTED + 1}) counted`;
  const found = (await counting.execute(db)).rows[0]?.found ?? 0;
  return { total: Math.min(found, MAX_COUNTED), isExact: found <= MAX_COUNTED };
}
