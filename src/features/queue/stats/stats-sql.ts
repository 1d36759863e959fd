/** The statistics of the queue, as SQL. */

/** Partitions that one query visits. Each costs one index step. Further partitions are not shown. */
export const MAX_PARTITIONS = 2_000;
/** Larger counts need not be exact, and exact counts would make the query slower as the queue grows. */
export const COUNTED_UP_TO = 10_000;
/** Minutes in the rate chart, up to the last complete one. */
export const HISTORY_MINUTES = 15;

/** The mail of a group: see the fields of the same names in the API. */
export const MAIL_STATES = ["waiting", "in_flight", "delayed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export type StatsScope = { accountId: string | null; by: "destination" | "account" };

/** Rows that are due later and not in flight. Repeats the condition of the index recipients_waiting, so that the planner uses it. */
export const IS_DELAYED =
  "r.due_at IS NOT NULL AND NOT r.ready AND r.state IN ('queued', 'deferred', 'uncertain')";

/**
 * Steps from partition to partition through the index, ranks the groups by the longest wait, and counts only the groups on the page, up
 * to a limit. $1: rows, $2 to $4: the group before the page (class, time, key), $5: part of a group's name or domain, $6: states of
 * which a group has mail, empty: any; $7: the account.
 */
export function statsSql({ accountId, by }: StatsScope): string {
  const ofAccount = accountId === null ? "" : "AND r.account_id = $7::uuid";
  // The comparison leaves out account_id when it is fixed. Otherwise each step would read the index from the account's first row.
  const place = (row: string, ...columns: string[]) =>
    `(${[...(accountId === null ? ["account_id"] : []), ...columns].map((name) => `${row}.${name}`).join(", ")})`;
  const key = by === "account" ? "p.account_id::text" : "coalesce(d.provider, p.domain)";
  return `WITH RECURSIVE ready_partition (account_id, bulk, domain, oldest_at, n) AS (
      (SELECT r.account_id, r.bulk, r.domain, r.due_at, 1 FROM recipients r WHERE r.ready ${ofAccount}
       ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT 1)
      UNION ALL
      SELECT next.account_id, next.bulk, next.domain, next.due_at, n + 1 FROM ready_partition p, LATERAL (
        SELECT r.account_id, r.bulk, r.domain, r.due_at FROM recipients r
        WHERE r.ready ${ofAccount} AND ${place("r", "bulk", "domain")} > ${place("p", "bulk", "domain")}
        ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT 1
      ) next WHERE n < ${MAX_PARTITIONS}
    ), delayed_partition (account_id, domain, next_at, n) AS (
      (SELECT r.account_id, r.domain, r.due_at, 1 FROM recipients r WHERE ${IS_DELAYED} ${ofAccount}
       ORDER BY r.account_id, r.domain, r.due_at LIMIT 1)
      UNION ALL
      SELECT next.account_id, next.domain, next.due_at, n + 1 FROM delayed_partition p, LATERAL (
        SELECT r.account_id, r.domain, r.due_at FROM recipients r
        WHERE ${IS_DELAYED} ${ofAccount} AND ${place("r", "domain")} > ${place("p", "domain")}
        ORDER BY r.account_id, r.domain, r.due_at LIMIT 1
      ) next WHERE n < ${MAX_PARTITIONS}
    ), sending AS MATERIALIZED (
      SELECT account_id, domain, count(*) AS sending FROM (
        SELECT r.account_id, r.domain FROM recipients r
        WHERE r.state = 'sending' AND r.due_at IS NOT NULL AND NOT r.ready ${ofAccount} LIMIT ${COUNTED_UP_TO}
      ) s GROUP BY account_id, domain
    ), partitions AS MATERIALIZED (
      SELECT p.*, ${key} AS key FROM (
        SELECT account_id, bulk, domain, oldest_at, NULL::timestamptz AS next_at, 0 AS sending FROM ready_partition
        UNION ALL SELECT account_id, NULL, domain, NULL, next_at, 0 FROM delayed_partition
        UNION ALL SELECT account_id, NULL, domain, NULL, NULL, sending FROM sending
        UNION ALL (SELECT DISTINCT r.account_id, NULL::boolean, r.domain, NULL::timestamptz, NULL::timestamptz, 0 FROM queue_minutes r
          WHERE r.minute > now() - interval '2 minutes' ${ofAccount} LIMIT ${MAX_PARTITIONS})
      ) p LEFT JOIN provider_domains d ON d.domain = p.domain
    ), ranked AS (
      SELECT key, min(oldest_at) AS oldest_at, min(next_at) AS next_at, sum(sending)::integer AS in_flight,
        count(DISTINCT domain)::integer AS domains, count(DISTINCT account_id)::integer AS accounts, min(domain) AS domain,
        CASE WHEN min(oldest_at) IS NOT NULL THEN 0 WHEN min(next_at) IS NOT NULL THEN 1 ELSE 2 END AS class,
        coalesce(min(oldest_at), min(next_at), 'epoch') AS since
      FROM partitions GROUP BY key HAVING bool_or(strpos(domain, $5) > 0 OR strpos(key, $5) > 0)
        AND ($6::text[] = '{}' OR 'waiting' = ANY ($6) AND min(oldest_at) IS NOT NULL
          OR 'in_flight' = ANY ($6) AND sum(sending) > 0 OR 'delayed' = ANY ($6) AND min(next_at) IS NOT NULL)
    ), shown AS (
      SELECT * FROM ranked WHERE (class, since, key) > ($2::integer, $3::timestamptz, $4::text) ORDER BY class, since, key LIMIT $1
    ), pair AS MATERIALIZED (
      SELECT DISTINCT key, account_id, domain FROM partitions WHERE key IN (SELECT key FROM shown)
    )
    SELECT (SELECT count(*)::integer FROM ranked) AS total, s.key, s.domains, s.accounts, s.domain, s.in_flight, s.oldest_at, s.next_at, s.class, s.since::text AS since,
      ${by === "account" ? "(SELECT name FROM accounts WHERE id = s.key::uuid)" : "s.key"} AS name,
      waiting.n AS waiting, delayed.n AS delayed, history.settled, last.type AS last_type, last.detail AS last_detail,
      (SELECT count(*) FROM ready_partition) >= ${MAX_PARTITIONS} OR (SELECT count(*) FROM delayed_partition) >= ${MAX_PARTITIONS} AS is_partial
    FROM shown s, LATERAL (
      SELECT count(*)::integer AS n FROM (SELECT FROM partitions p, LATERAL (
        SELECT FROM recipients r WHERE r.ready AND r.account_id = p.account_id AND r.bulk = p.bulk AND r.domain = p.domain
        ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT ${COUNTED_UP_TO}
      ) r WHERE p.key = s.key AND p.oldest_at IS NOT NULL LIMIT ${COUNTED_UP_TO}) c
    ) waiting, LATERAL (
      SELECT count(*)::integer AS n FROM (SELECT FROM partitions p, LATERAL (
        SELECT FROM recipients r WHERE ${IS_DELAYED} AND r.account_id = p.account_id AND r.domain = p.domain
        ORDER BY r.account_id, r.domain, r.due_at LIMIT ${COUNTED_UP_TO}
      ) r WHERE p.key = s.key AND p.next_at IS NOT NULL LIMIT ${COUNTED_UP_TO}) c
    ) delayed, LATERAL (
      SELECT jsonb_object_agg(ago, n) AS settled FROM (
        SELECT floor(extract(epoch FROM date_trunc('minute', now()) - m.minute) / 60)::integer AS ago,
          sum(m.delivered + m.deferred + m.bounced + m.other)::integer AS n
        FROM pair p JOIN queue_minutes m ON m.account_id = p.account_id AND m.domain = p.domain
          AND m.minute >= date_trunc('minute', now()) - interval '${HISTORY_MINUTES} minutes'
        WHERE p.key = s.key GROUP BY 1
      ) by_minute
    ) history LEFT JOIN LATERAL (
      SELECT e.type, e.detail FROM partitions p, LATERAL (
        SELECT r.account_id, r.email_id, r.position FROM recipients r
        WHERE ${IS_DELAYED} AND r.account_id = p.account_id AND r.domain = p.domain
        ORDER BY r.account_id, r.domain, r.due_at LIMIT 1
      ) r, LATERAL (
        SELECT e.type, e.detail FROM events e WHERE e.account_id = r.account_id AND e.email_id = r.email_id AND e.position = r.position
        ORDER BY e.id DESC LIMIT 1
      ) e WHERE p.key = s.key AND p.next_at = s.next_at LIMIT 1
    ) last ON true
    ORDER BY s.class, s.since, s.key`;
}
