/** The look at the queue, as SQL. */

/** Lanes that one look walks to: each costs a step through an index. With more, the rest is not among what is shown. */
export const maxLanes = 2_000;
/** Nobody reads a larger figure to its last digit, and counting on would make the look as slow as the queue is long. */
export const countedUpTo = 10_000;
/** Minutes of the drawn rate; the last one that is over ends them. */
export const historyMinutes = 15;

export type LookScope = { accountId: string | null; by: "destination" | "account" };

/** What is asleep and not being sent, in the words of the index recipients_sleeping. */
export const isSleeping =
  "r.due_at IS NOT NULL AND NOT r.ready AND r.state IN ('queued', 'deferred', 'uncertain')";

/**
 * Walks from lane to lane by the index, ranks the groups by who waits longest, and counts no further than a limit, for those on the
 * page alone. $1: rows, $2 to $4: behind which group (class, time, key), $5: part of a group's name or domain, $6: the account.
 */
export function lookSql({ accountId, by }: LookScope): string {
  const ofAccount = accountId === null ? "" : "AND r.account_id = $6::uuid";
  // What is fixed must not stand in the comparison: the index would be read from the account's first row at each step.
  const place = (row: string, ...columns: string[]) =>
    `(${[...(accountId === null ? ["account_id"] : []), ...columns].map((name) => `${row}.${name}`).join(", ")})`;
  const key = by === "account" ? "l.account_id::text" : "coalesce(d.operator, l.domain)";
  return `WITH RECURSIVE ready_lane (account_id, bulk, domain, oldest_at, n) AS (
      (SELECT r.account_id, r.bulk, r.domain, r.due_at, 1 FROM recipients r WHERE r.ready ${ofAccount}
       ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT 1)
      UNION ALL
      SELECT next.account_id, next.bulk, next.domain, next.due_at, n + 1 FROM ready_lane l, LATERAL (
        SELECT r.account_id, r.bulk, r.domain, r.due_at FROM recipients r
        WHERE r.ready ${ofAccount} AND ${place("r", "bulk", "domain")} > ${place("l", "bulk", "domain")}
        ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT 1
      ) next WHERE n < ${maxLanes}
    ), sleeping_lane (account_id, domain, next_at, n) AS (
      (SELECT r.account_id, r.domain, r.due_at, 1 FROM recipients r WHERE ${isSleeping} ${ofAccount}
       ORDER BY r.account_id, r.domain, r.due_at LIMIT 1)
      UNION ALL
      SELECT next.account_id, next.domain, next.due_at, n + 1 FROM sleeping_lane l, LATERAL (
        SELECT r.account_id, r.domain, r.due_at FROM recipients r
        WHERE ${isSleeping} ${ofAccount} AND ${place("r", "domain")} > ${place("l", "domain")}
        ORDER BY r.account_id, r.domain, r.due_at LIMIT 1
      ) next WHERE n < ${maxLanes}
    ), sending AS MATERIALIZED (
      SELECT account_id, domain, count(*) AS sending FROM (
        SELECT r.account_id, r.domain FROM recipients r
        WHERE r.state = 'sending' AND r.due_at IS NOT NULL AND NOT r.ready ${ofAccount} LIMIT ${countedUpTo}
      ) s GROUP BY account_id, domain
    ), lane AS MATERIALIZED (
      SELECT l.*, ${key} AS key FROM (
        SELECT account_id, bulk, domain, oldest_at, NULL::timestamptz AS next_at, 0 AS sending FROM ready_lane
        UNION ALL SELECT account_id, NULL, domain, NULL, next_at, 0 FROM sleeping_lane
        UNION ALL SELECT account_id, NULL, domain, NULL, NULL, sending FROM sending
        UNION ALL (SELECT DISTINCT r.account_id, NULL::boolean, r.domain, NULL::timestamptz, NULL::timestamptz, 0 FROM queue_minutes r
          WHERE r.minute > now() - interval '2 minutes' ${ofAccount} LIMIT ${maxLanes})
      ) l LEFT JOIN destination_domains d ON d.domain = l.domain
    ), ranked AS (
      SELECT key, min(oldest_at) AS oldest_at, min(next_at) AS next_at, sum(sending)::integer AS in_flight,
        count(DISTINCT domain)::integer AS domains, count(DISTINCT account_id)::integer AS accounts, min(domain) AS domain,
        CASE WHEN min(oldest_at) IS NOT NULL THEN 0 WHEN min(next_at) IS NOT NULL THEN 1 ELSE 2 END AS class,
        coalesce(min(oldest_at), min(next_at), 'epoch') AS since
      FROM lane GROUP BY key HAVING bool_or(strpos(domain, $5) > 0 OR strpos(key, $5) > 0)
    ), shown AS (
      SELECT * FROM ranked WHERE (class, since, key) > ($2::integer, $3::timestamptz, $4::text) ORDER BY class, since, key LIMIT $1
    ), pair AS MATERIALIZED (
      SELECT DISTINCT key, account_id, domain FROM lane WHERE key IN (SELECT key FROM shown)
    )
    SELECT s.key, s.domains, s.accounts, s.domain, s.in_flight, s.oldest_at, s.next_at, s.class, s.since::text AS since,
      ${by === "account" ? "(SELECT name FROM accounts WHERE id = s.key::uuid)" : "s.key"} AS name,
      waiting.n AS waiting, sleeping.n AS sleeping, history.settled, last.type AS last_type, last.detail AS last_detail,
      (SELECT count(*) FROM ready_lane) >= ${maxLanes} OR (SELECT count(*) FROM sleeping_lane) >= ${maxLanes} AS is_partial
    FROM shown s, LATERAL (
      SELECT count(*)::integer AS n FROM (SELECT FROM lane l, LATERAL (
        SELECT FROM recipients r WHERE r.ready AND r.account_id = l.account_id AND r.bulk = l.bulk AND r.domain = l.domain
        ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT ${countedUpTo}
      ) r WHERE l.key = s.key AND l.oldest_at IS NOT NULL LIMIT ${countedUpTo}) c
    ) waiting, LATERAL (
      SELECT count(*)::integer AS n FROM (SELECT FROM lane l, LATERAL (
        SELECT FROM recipients r WHERE ${isSleeping} AND r.account_id = l.account_id AND r.domain = l.domain
        ORDER BY r.account_id, r.domain, r.due_at LIMIT ${countedUpTo}
      ) r WHERE l.key = s.key AND l.next_at IS NOT NULL LIMIT ${countedUpTo}) c
    ) sleeping, LATERAL (
      SELECT jsonb_object_agg(ago, n) AS settled FROM (
        SELECT floor(extract(epoch FROM date_trunc('minute', now()) - m.minute) / 60)::integer AS ago,
          sum(m.delivered + m.deferred + m.bounced + m.other)::integer AS n
        FROM pair p JOIN queue_minutes m ON m.account_id = p.account_id AND m.domain = p.domain
          AND m.minute >= date_trunc('minute', now()) - interval '${historyMinutes} minutes'
        WHERE p.key = s.key GROUP BY 1
      ) by_minute
    ) history LEFT JOIN LATERAL (
      SELECT e.type, e.detail FROM lane l, LATERAL (
        SELECT r.account_id, r.email_id, r.position FROM recipients r
        WHERE ${isSleeping} AND r.account_id = l.account_id AND r.domain = l.domain
        ORDER BY r.account_id, r.domain, r.due_at LIMIT 1
      ) r, LATERAL (
        SELECT e.type, e.detail FROM events e WHERE e.account_id = r.account_id AND e.email_id = r.email_id AND e.position = r.position
        ORDER BY e.id DESC LIMIT 1
      ) e WHERE l.key = s.key AND l.next_at = s.next_at LIMIT 1
    ) last ON true
    ORDER BY s.class, s.since, s.key`;
}
