import { setCrashesWhenClaimed } from "../crash-counts.ts";
import type { EmailSql } from "./claim.ts";
import { PICKED_COLUMNS, takePicked, withEmails } from "./claim-sql.ts";

/**
 * The statement that claims recipients.
 *
 * Ready recipients form partitions, one for each account, stream (transactional or bulk) and domain, in the index
 * `recipients_ready (account_id, bulk, domain, due_at) WHERE ready`. An account's transactional and bulk mail are two streams. A claim
 *
 * 1. finds the next streams after its cursor, up to 64;
 * 2. divides its limit of rows equally among them;
 * 3. steps through each stream's partitions, after the place where the previous claim stopped, and divides the stream's share among the
 *    partitions with capacity; a closed partition is skipped in one step without reading its rows;
 * 4. locks the oldest rows of each partition, and skips those that another worker is claiming;
 * 5. looks for expired rows in closed partitions;
 * 6. assigns the rows to the worker, and returns them with their emails and the places for the next claim.
 *
 * No account, destination or backlog delays another: the cost depends on the streams and partitions visited, not on the length of the
 * queue (decisions 3 and 36).
 *
 * The plan it relies on: each step to the next stream or partition is one probe of `recipients_ready` (a loose index scan, written as a
 * recursion, because PostgreSQL has none of its own); the rows are taken from the same index in order of `due_at`; the update finds
 * them by their place (`ctid`), and emails by key. Plans are kept while the queue grows: isFew and `enable_seqscan = off` on a worker's
 * connections keep a plan from reading whole tables; growing-queue.db.test.ts holds that. MATERIALIZED keeps PostgreSQL from
 * evaluating a CTE once for each row that refers to it.
 *
 * Measured on two quiet cores with 100 accounts and 1,000 destinations, a claim of 256: median 12 ms, p99 25 ms, out of 10 million
 * rows; picking is 2 ms of it (decision 36). A plan from a small queue cost 150 µs a row, now 48 (decision 16). With 20,000 closed
 * domains 40 to 55 ms, because they come as one `jsonb` object and not as an array (70 to 110 ms; decision 16). Workers pass a limit
 * for each domain of a throttle that is full or closed, and decision 44 says which mail shares a throttle.
 *
 * Parameters: $1 rows, $2 lease in seconds, $3 and $4 the stream of the cursor, $5 streams, $6 and $7 places in streams, $8 capacity of a
 * domain that is not named; of each limit $9 domain, $10 group, $11 capacity, $14 account, $15 bulk; $12 paused accounts, $13 paused
 * domains of accounts, $16 closed domains.
 */
export const claimText = (email: EmailSql) => `
      WITH RECURSIVE streams (account_id, bulk, nth) AS (
        -- The streams with ready mail behind the cursor: one probe each.
        (SELECT account_id, bulk, 1 FROM recipients WHERE ready AND (account_id, bulk) > ($3::uuid, $4::boolean)
         ORDER BY account_id, bulk LIMIT 1)
        UNION ALL
        SELECT next.account_id, next.bulk, nth + 1 FROM streams, LATERAL (
          SELECT r.account_id, r.bulk FROM recipients r WHERE r.ready AND (r.account_id, r.bulk) > (streams.account_id, streams.bulk)
          ORDER BY r.account_id, r.bulk LIMIT 1
        ) next WHERE nth < $5
      ), places AS MATERIALIZED (
        -- The domain behind which the last claim of a stream stopped.
        SELECT * FROM unnest($6::text[], $7::text[]) place (stream, behind)
      ), open_streams AS MATERIALIZED (
        -- Streams of accounts that are not paused, each with its place.
        SELECT streams.account_id, streams.bulk, coalesce(places.behind, '') AS behind,
          streams.account_id || ' ' || streams.bulk AS stream
        FROM streams LEFT JOIN places ON places.stream = streams.account_id || ' ' || streams.bulk
        WHERE streams.account_id <> ALL ($12::uuid[])
      ), shares AS MATERIALIZED (
        -- One row: how many recipients and how many partitions each stream gets.
        SELECT greatest(1, $1::integer / greatest(1, count(*)))::integer AS per_stream,
          greatest(1, $1::integer / greatest(1, count(*)) / ${LEAST_PER_PARTITION})::integer AS partitions_per_stream FROM open_streams
      ), visited AS MATERIALIZED (
        -- The next partitions of each stream, one probe each. \`open\` counts those that are not closed, \`steps\` all of them.
        SELECT s.account_id, s.bulk, s.stream, walk.domain, walk.open, walk.steps FROM open_streams s, shares, LATERAL (
          WITH RECURSIVE walk (domain, open, steps) AS (
            (SELECT r.domain, (NOT ${isClosed("r.domain", "s.bulk")})::integer, 1 FROM recipients r
             WHERE r.ready AND r.account_id = s.account_id AND r.bulk = s.bulk AND r.domain > s.behind ORDER BY r.domain LIMIT 1)
            UNION ALL
            SELECT next.domain, open + (NOT ${isClosed("next.domain", "s.bulk")})::integer, steps + 1 FROM walk, LATERAL (
              SELECT r.domain FROM recipients r
              WHERE r.ready AND r.account_id = s.account_id AND r.bulk = s.bulk AND r.domain > walk.domain ORDER BY r.domain LIMIT 1
            ) next WHERE open < shares.partitions_per_stream AND steps < shares.partitions_per_stream + ${CLOSED_PER_WALK}
          ) SELECT domain, open, steps FROM walk
        ) walk
      ), limits AS MATERIALIZED (
        -- The worker's limits: of a whole domain (no account, no stream), of a domain's stream, or of an account's stream.
        SELECT * FROM unnest($9::text[], $10::text[], $11::integer[], $14::uuid[], $15::boolean[])
          l (domain, shared_by, capacity, account_id, bulk)
      ), partitions AS MATERIALIZED (
        -- For each visited partition that is not paused: how many rows may go (\`capacity\`), how many partitions share that capacity
        -- (\`sharers\`), and its part of the stream's share.
        SELECT v.account_id, v.bulk, v.domain,
          CASE WHEN $16::jsonb ? v.domain THEN 0
            ELSE coalesce(of_domain.capacity, of_account.capacity, of_stream.capacity, CASE WHEN ${isClosed("v.domain", "v.bulk")} THEN 0 END, $8) END AS capacity,
          greatest(1, shares.per_stream / greatest(1, max(v.open) OVER (PARTITION BY v.account_id, v.bulk))) AS share,
          count(*) OVER (PARTITION BY coalesce(of_domain.shared_by, of_account.shared_by, of_stream.shared_by, v.domain)) AS sharers
        FROM visited v CROSS JOIN shares
        LEFT JOIN limits of_domain ON of_domain.domain = v.domain AND of_domain.bulk IS NULL
        LEFT JOIN limits of_account ON of_account.domain = v.domain AND of_account.bulk = v.bulk AND of_account.account_id = v.account_id
        LEFT JOIN limits of_stream ON of_stream.domain = v.domain AND of_stream.bulk = v.bulk AND of_stream.account_id IS NULL
        WHERE v.account_id || ' ' || v.domain <> ALL ($13::text[])
      ), picked AS (
        -- The oldest rows of each partition with capacity, locked. Rows that another worker has locked are skipped.
        SELECT oldest.* FROM partitions p, LATERAL (
          SELECT ${PICKED_COLUMNS} FROM recipients r
          WHERE p.capacity > 0 AND r.ready AND r.account_id = p.account_id AND r.bulk = p.bulk AND r.domain = p.domain
          ORDER BY r.due_at LIMIT greatest(1, least(p.share, p.capacity / p.sharers)) FOR UPDATE SKIP LOCKED
        ) oldest LIMIT $1
      ), expired AS (
        -- Among the oldest rows of each partition without capacity, those whose time is over: the worker settles them as expired.
        SELECT late.* FROM partitions p, LATERAL (
          SELECT ${PICKED_COLUMNS} FROM recipients r
          WHERE p.capacity <= 0 AND r.ready AND r.expires_at <= now() AND (r.account_id, r.email_id, r.position) IN (
            SELECT head.account_id, head.email_id, head.position FROM recipients head
            WHERE head.ready AND head.account_id = p.account_id AND head.bulk = p.bulk AND head.domain = p.domain
            ORDER BY head.due_at LIMIT ${EXPIRED_PER_PARTITION})
          FOR UPDATE SKIP LOCKED
        ) late
      ), claimed AS (
        -- Both are this worker's now.
        ${takePicked({ setCrashes: setCrashesWhenClaimed("r"), picked: "(SELECT * FROM picked UNION ALL SELECT * FROM expired)", lease: "$2" })}
      ), walk_ends AS MATERIALIZED (
        -- How far the walk of each stream came.
        SELECT s.stream, s.behind, max(v.open) AS open, max(v.steps) AS steps, max(v.domain) AS domain
        FROM open_streams s LEFT JOIN visited v ON v.stream = s.stream GROUP BY s.stream, s.behind
      ), next_cursor AS (
        -- One row, also when nothing was claimed: the last stream if there may be more behind it, and for each stream the domain at
        -- which its walk was cut off, or '' if it reached the end.
        SELECT (SELECT jsonb_build_object('account_id', account_id, 'bulk', bulk) FROM streams WHERE nth = $5) AS last_stream,
          jsonb_object_agg(stream, CASE WHEN is_cut THEN domain ELSE '' END) AS places,
          coalesce(bool_or(is_cut OR behind > ''), false) AS has_more_partitions
        FROM (
          SELECT *, open >= partitions_per_stream OR steps >= partitions_per_stream + ${CLOSED_PER_WALK} AS is_cut FROM walk_ends, shares
        ) w
      ), ${withEmails(email, {
        from: "FROM next_cursor n LEFT JOIN numbered c ON true",
        more: ", n.last_stream, n.places, n.has_more_partitions",
      })}`;

/** The next claim continues after these streams, so all get their turn. */
export const STREAMS_PER_CLAIM = 64;
/** The minimum number of recipients per visited partition. With fewer, the same mail would need more claims. */
const LEAST_PER_PARTITION = 8;
/** Closed partitions that a claim skips in a stream, besides those that it takes from. Each costs one probe. */
const CLOSED_PER_WALK = 256;
/** The number of oldest rows of a closed partition that are checked for expiry. */
const EXPIRED_PER_PARTITION = 32;

function isClosed(domain: string, bulk: string): string {
  return `($16::jsonb ? ${domain} OR $16::jsonb ? (${domain} || ' ' || ${bulk}))`;
}
