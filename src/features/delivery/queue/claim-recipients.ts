import type { ClaimedRow } from "./claim.ts";
import { lossesOf, takePicked, withEmails } from "./claim-sql.ts";
import { type ClaimedRows, type NamedTransaction, type Queries, transactionOf } from "./commit-claim.ts";

/** Streams (an account's transactional or bulk mail) that one claim looks at; the next claim goes on behind them, so all get their turn. */
const streamsPerClaim = 64;
/** Lanes of a stream are visited for at least so many recipients each: fewer would make more claims of the same mail. */
const leastPerLane = 8;
/** Lanes without room that a claim steps over in a stream, besides those that it takes from: they cost a probe each. */
const closedPerWalk = 256;
/** Rows at the head of a lane that may not be taken from, among which those whose time is over are looked for. */
const expiredPerLane = 32;

/** Where claims go on: the stream, and in each stream the lane, behind which the next one begins. */
export class ClaimCursor {
  stream = { accountId: "00000000-0000-0000-0000-000000000000", bulk: false };
  readonly lanes = new Map<string, string>();
}

/**
 * Of the mail to a domain: all of it, that of a stream, or that of an account's stream, which counts for more than what is said of
 * the stream; what is said of all of it counts most. No two say the same.
 */
export type DomainLimit = {
  domain: string;
  of?: { accountId: string | null; bulk: boolean };
  /** Those that share what `room` says. */
  group: string;
  room: number;
};

/** What a claim leaves alone, or takes less of. Names are domains of recipients. */
export type ClaimLimits = {
  /** Of a domain that is not named below. */
  perDomain: number;
  domains: DomainLimit[];
  pausedAccounts: string[];
  /** `account domain` */
  pausedLanes: string[];
};

export type ClaimedBatch = ClaimedRows & {
  /** Whether no stream and no lane was left for the next claim. */
  isRoundOver: boolean;
};

type CursorRow = {
  at_stream: { account_id: string; bulk: boolean } | null;
  at_lanes: Record<string, string> | null;
  lanes_left: boolean;
};

/** Places of streams that have gone empty are forgotten together, when there are so many: who begins anew loses nothing. */
const maxPlaces = 10_000;

/**
 * Takes up to `limit` ready recipients for `leaseSeconds`: the same share for each stream that has some, and within it from lane to
 * lane. Each comes with its email. Rows that another worker is taking are skipped. Moves the cursor on.
 */
export async function claimRecipients(
  { pool }: Queries,
  given: { limit: number; leaseSeconds: number; cursor: ClaimCursor; limits: ClaimLimits },
): Promise<ClaimedBatch> {
  const { limit, leaseSeconds, cursor, limits } = given;
  const { closed, limited } = splitLimits(limits);
  const { rows } = await pool.query<ClaimedRow & CursorRow & NamedTransaction>({
    name: "claim-recipients",
    text: claimText,
    values: [
      limit,
      leaseSeconds,
      cursor.stream.accountId,
      cursor.stream.bulk,
      streamsPerClaim,
      [...cursor.lanes.keys()],
      [...cursor.lanes.values()],
      limits.perDomain,
      limited.map(({ domain }) => domain),
      limited.map(({ group }) => group),
      limited.map(({ room }) => room),
      limits.pausedAccounts,
      limits.pausedLanes,
      limited.map(({ of }) => of?.accountId ?? null),
      limited.map(({ of }) => of?.bulk ?? null),
      JSON.stringify(closed),
    ],
  });
  const at = rows[0];
  moveOn(cursor, at);
  return {
    rows: rows.filter(({ email_id }) => email_id !== null),
    transactionId: transactionOf(rows),
    isRoundOver: !at?.at_stream && !at?.lanes_left,
  };
}

/**
 * Separates closed domains from those with a limit. Thousands of domains may be closed, and the statement looks up each lane that it
 * visits. PostgreSQL finds keys of a `jsonb` object by binary search, and compares an array element by element. A key is a domain, or a
 * domain and its stream: `example.com`, `example.com true` for bulk mail.
 */
function splitLimits({ domains }: ClaimLimits): { closed: Record<string, 0>; limited: DomainLimit[] } {
  const closed: Record<string, 0> = {};
  const limited: DomainLimit[] = [];
  for (const limit of domains) {
    const { domain, of, room } = limit;
    if (room > 0 || of?.accountId) limited.push(limit);
    else closed[of ? `${domain} ${of.bulk}` : domain] = 0;
  }
  return { closed, limited };
}

function moveOn(cursor: ClaimCursor, at: CursorRow | undefined): void {
  cursor.stream = at?.at_stream
    ? { accountId: at.at_stream.account_id, bulk: at.at_stream.bulk }
    : new ClaimCursor().stream;
  if (cursor.lanes.size > maxPlaces) cursor.lanes.clear();
  // Streams that this claim did not look at keep their place; those whose end was reached begin anew.
  for (const [stream, domain] of Object.entries(at?.at_lanes ?? {})) {
    if (domain === "") cursor.lanes.delete(stream);
    else cursor.lanes.set(stream, domain);
  }
}

const isClosed = (domain: string, bulk: string) =>
  `($16::jsonb ? ${domain} OR $16::jsonb ? (${domain} || ' ' || ${bulk}))`;

const claimText = `
      WITH RECURSIVE streams (account_id, bulk, n) AS (
        (SELECT account_id, bulk, 1 FROM recipients WHERE ready AND (account_id, bulk) > ($3::uuid, $4::boolean)
         ORDER BY account_id, bulk LIMIT 1)
        UNION ALL
        SELECT next.account_id, next.bulk, n + 1 FROM streams, LATERAL (
          SELECT r.account_id, r.bulk FROM recipients r WHERE r.ready AND (r.account_id, r.bulk) > (streams.account_id, streams.bulk)
          ORDER BY r.account_id, r.bulk LIMIT 1
        ) next WHERE n < $5
      ), places AS MATERIALIZED (
        SELECT * FROM unnest($6::text[], $7::text[]) p (stream, behind)
      ), open_streams AS MATERIALIZED (
        SELECT s.account_id, s.bulk, coalesce(p.behind, '') AS behind, s.account_id || ' ' || s.bulk AS stream
        FROM streams s LEFT JOIN places p ON p.stream = s.account_id || ' ' || s.bulk
        WHERE s.account_id <> ALL ($12::uuid[])
      ), shares AS MATERIALIZED (
        SELECT greatest(1, $1::integer / greatest(1, count(*)))::integer AS per_stream,
          greatest(1, $1::integer / greatest(1, count(*)) / ${leastPerLane})::integer AS lanes_per_stream FROM open_streams
      ), walked AS MATERIALIZED (
        SELECT s.account_id, s.bulk, s.stream, l.domain, l.n, l.steps FROM open_streams s, shares, LATERAL (
          WITH RECURSIVE lane (domain, n, steps) AS (
            (SELECT r.domain, (NOT ${isClosed("r.domain", "s.bulk")})::integer, 1 FROM recipients r
             WHERE r.ready AND r.account_id = s.account_id AND r.bulk = s.bulk AND r.domain > s.behind ORDER BY r.domain LIMIT 1)
            UNION ALL
            SELECT next.domain, n + (NOT ${isClosed("next.domain", "s.bulk")})::integer, steps + 1 FROM lane, LATERAL (
              SELECT r.domain FROM recipients r
              WHERE r.ready AND r.account_id = s.account_id AND r.bulk = s.bulk AND r.domain > lane.domain ORDER BY r.domain LIMIT 1
            ) next WHERE n < shares.lanes_per_stream AND steps < shares.lanes_per_stream + ${closedPerWalk}
          ) SELECT domain, n, steps FROM lane
        ) l
      ), limited AS MATERIALIZED (
        SELECT * FROM unnest($9::text[], $10::text[], $11::integer[], $14::uuid[], $15::boolean[])
          l (domain, shared, room, account_id, bulk)
      ), lanes AS MATERIALIZED (
        SELECT w.account_id, w.bulk, w.domain,
          CASE WHEN $16::jsonb ? w.domain THEN 0
            ELSE coalesce(whole.room, own.room, stream.room, CASE WHEN ${isClosed("w.domain", "w.bulk")} THEN 0 END, $8) END AS room,
          greatest(1, shares.per_stream / greatest(1, max(w.n) OVER (PARTITION BY w.account_id, w.bulk))) AS share,
          count(*) OVER (PARTITION BY coalesce(whole.shared, own.shared, stream.shared, w.domain)) AS sharing
        FROM walked w CROSS JOIN shares
        LEFT JOIN limited whole ON whole.domain = w.domain AND whole.bulk IS NULL
        LEFT JOIN limited own ON own.domain = w.domain AND own.bulk = w.bulk AND own.account_id = w.account_id
        LEFT JOIN limited stream ON stream.domain = w.domain AND stream.bulk = w.bulk AND stream.account_id IS NULL
        WHERE w.account_id || ' ' || w.domain <> ALL ($13::text[])
      ), picked AS (
        SELECT r.* FROM lanes l, LATERAL (
          SELECT ctid AS tid, position, state, losses, due_at FROM recipients r
          WHERE l.room > 0 AND r.ready AND r.account_id = l.account_id AND r.bulk = l.bulk AND r.domain = l.domain
          ORDER BY r.due_at LIMIT greatest(1, least(l.share, l.room / l.sharing)) FOR UPDATE SKIP LOCKED
        ) r LIMIT $1
      ), over AS (
        SELECT r.* FROM lanes l, LATERAL (
          SELECT ctid AS tid, position, state, losses, due_at FROM recipients r
          WHERE l.room <= 0 AND r.ready AND r.expires_at <= now() AND (r.account_id, r.email_id, r.position) IN (
            SELECT h.account_id, h.email_id, h.position FROM recipients h
            WHERE h.ready AND h.account_id = l.account_id AND h.bulk = l.bulk AND h.domain = l.domain
            ORDER BY h.due_at LIMIT ${expiredPerLane})
          FOR UPDATE SKIP LOCKED
        ) r
      ), claimed AS (
        ${takePicked({ losses: lossesOf("r"), picked: "(SELECT * FROM picked UNION ALL SELECT * FROM over)" })}
      ), ends AS MATERIALIZED (
        SELECT s.stream, s.behind, max(w.n) AS last, max(w.steps) AS steps, max(w.domain) AS domain
        FROM open_streams s LEFT JOIN walked w ON w.stream = s.stream GROUP BY s.stream, s.behind
      ), at AS (
        SELECT (SELECT jsonb_build_object('account_id', account_id, 'bulk', bulk) FROM streams WHERE n = $5) AS at_stream,
          jsonb_object_agg(stream, CASE WHEN is_cut THEN domain ELSE '' END) AS at_lanes,
          coalesce(bool_or(is_cut OR behind > ''), false) AS lanes_left
        FROM (SELECT *, last >= lanes_per_stream OR steps >= lanes_per_stream + ${closedPerWalk} AS is_cut FROM ends, shares) e
      ), ${withEmails("FROM at LEFT JOIN numbered c ON true", ", at.at_stream, at.at_lanes, at.lanes_left")}`;
