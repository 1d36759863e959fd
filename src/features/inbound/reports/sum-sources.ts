import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import { isInDays } from "./is-in-days.ts";
import { storedName } from "./stored-name.ts";

/** The number of sources in one response: those with the most messages. */
const MAX_SOURCES = 50;

export type SourcesQuery = { from?: string; to?: string; domain?: string };

type Sums = {
  messages: number;
  passed: number;
  dkim_passed: number;
  spf_passed: number;
  quarantined: number;
  rejected: number;
};
type SourceRow = Sums & { domain: string; source: string };

/** Sums DMARC reports by domain and source. `from` and `to` are days of the reports, in UTC, both included. */
export async function sumSources({ db }: Database, accountId: string, { domain, ...days }: SourcesQuery) {
  const { rows } = await sql<SourceRow | (Sums & { source: null; domain: null })>`
    SELECT domain, source, ${sum("messages")}, ${sum("passed")}, ${sum("dkim_passed")}, ${sum("spf_passed")}, ${sum("quarantined")},
      ${sum("rejected")}
    FROM domain_report_days
    WHERE account_id = ${accountId} AND kind = 'dmarc' AND ${isInDays(days)}
      ${domain === undefined ? sql`` : sql`AND domain = ${storedName(domain)}`}
    GROUP BY GROUPING SETS ((domain, source), ())
    ORDER BY grouping(source) DESC, messages DESC, domain, source LIMIT ${MAX_SOURCES + 1}`.execute(db);
  const sources = rows.filter((row): row is SourceRow => row.source !== null);
  const {
    source: _,
    domain: __,
    ...totals
  } = rows.find(({ source }) => source === null) ?? { ...NONE, source: null, domain: null };
  return { totals, sources };
}

const NONE: Sums = { messages: 0, passed: 0, dkim_passed: 0, spf_passed: 0, quarantined: 0, rejected: 0 };

function sum(column: keyof Sums) {
  return sql`coalesce(sum(${sql.ref(column)}), 0)::float8 AS ${sql.ref(column)}`;
}
