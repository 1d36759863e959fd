import { type RawBuilder, sql } from "kysely";

/** SQL condition over `day`: from `from`, by default 29 days ago, to `to`, both included. */
export function isInDays({ from, to }: { from?: string; to?: string }): RawBuilder<boolean> {
  return sql`day >= coalesce(${from ?? null}::date, (now() AT TIME ZONE 'UTC')::date - 29)
    AND day <= coalesce(${to ?? null}::date, 'infinity')`;
}
