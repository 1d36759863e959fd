import { type RawBuilder, sql } from "kysely";

/** SQL that is true when the account still has the domain of a row. Reports outlive their domain. */
export function domainExists(accountId: string, table: string): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM domains WHERE account_id = ${accountId} AND name = ${sql.ref(`${table}.domain`)})`;
}
