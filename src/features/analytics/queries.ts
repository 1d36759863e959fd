import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { type Counts, countNames } from "./http/schema.ts";

export type DayRow = { date: string } & Counts;

/** Returns one row for each of the last `days` days (UTC) up to today, oldest first. */
export async function loadDays(db: Db, accountId: string, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    WITH shown AS (
      SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, ${days - 1}::integer) n
    )
    SELECT to_char(s.day, 'YYYY-MM-DD') AS date, ${sql.join(countNames.map(countOf))}
    FROM shown s LEFT JOIN daily_counts c ON c.account_id = ${accountId} AND c.day = s.day
    GROUP BY s.day ORDER BY s.day`.execute(db);
  return rows;
}

function countOf(type: keyof Counts) {
  return sql`coalesce(sum(c.count) FILTER (WHERE c.type = ${sql.lit(type)}), 0)::bigint AS ${sql.ref(type)}`;
}

export type ProgressRow = {
  password_changed: boolean;
  key_created: boolean;
  first_email_sent: boolean;
  contact_added: boolean;
  key_prefix: string | null;
};

/** Returns which first steps an account has done. A revoked key counts as created, but its prefix is not returned. */
export async function loadProgress(db: Db, accountId: string): Promise<ProgressRow> {
  const { rows } = await sql<ProgressRow>`
    SELECT
      NOT EXISTS (SELECT FROM memberships m JOIN people p ON p.id = m.person_id
        WHERE m.account_id = ${accountId} AND p.must_change_password) AS password_changed,
      EXISTS (SELECT FROM api_keys WHERE account_id = ${accountId}) AS key_created,
      EXISTS (SELECT FROM emails WHERE account_id = ${accountId}) AS first_email_sent,
      EXISTS (SELECT FROM contacts WHERE account_id = ${accountId}) AS contact_added,
      (SELECT s.prefix FROM api_keys k JOIN api_key_secrets s ON s.account_id = k.account_id AND s.key_id = k.id
        WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL AND s.expires_at IS NULL ORDER BY k.id DESC LIMIT 1) AS key_prefix`.execute(
    db,
  );
  return rows[0] as ProgressRow;
}
