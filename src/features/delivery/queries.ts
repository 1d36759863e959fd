import type { Database } from "../../platform/db/index.ts";
import { type EmailRow, emailColumns, type RecipientState } from "../emails/index.ts";
import type { Decision } from "./outcome.ts";

/** A worker's right to one recipient, for one attempt. */
export type Claim = { accountId: string; emailId: string; position: number; attempt: number };

/** A recipient. The first of an email in a claim brings the email, so that a thousand of them do not bring it a thousand times. */
export type ClaimedRow = {
  account_id: string;
  email_id: string;
  position: number;
  attempt: number;
  address: string;
  seconds_left: number;
  /** The state that it was taken from; `sending` is one whose worker was lost. */
  was: RecipientState;
  /** Whether it was lost with nothing else in its worker's hand. */
  is_poison: boolean;
} & (
  | ({ is_first: true; has_contents: boolean; html: Buffer | null; text: Buffer | null } & EmailRow)
  | { is_first: false }
);

/** Accounts that one claim looks at; the next claim goes on behind them, so with many accounts all get their turn. */
const accountsPerClaim = 64;

/** Bodies up to this come with the claim; 512 larger ones would be more than a worker's memory. */
const smallContentBytes = 65_536;

/** A recipient that was lost so often is a suspect: its email is claimed when nothing else is in hand. */
const lossesUntilAlone = 2;
/** What is claimed alone is charged for it in advance; settling takes all losses back. Whoever is found with it was lost alone. */
const lostAlone = 10;

/** A row that is being sent and is due was lost: its lease has ended. */
const lossesOf = (row: string) => `${row}.losses + (${row}.state = 'sending')::integer`;

const takePicked = (losses: string) => `UPDATE recipients r
        SET state = 'sending', attempt = attempt + 1, losses = ${losses}, due_at = now() + make_interval(secs => $2),
          updated_at = now()
        FROM picked p WHERE r.account_id = p.account_id AND r.email_id = p.email_id AND r.position = p.position
        RETURNING r.account_id, r.email_id, r.position, r.attempt, r.address, r.expires_at, p.state AS was,
          p.losses >= ${lostAlone} AS is_poison`;

/** Of what was claimed the rows, the first of each email with that email, and with its bodies if they are small. */
const withEmails = (from: string, also: string) => `numbered AS (
        SELECT *, position = min(position) OVER (PARTITION BY account_id, email_id) AS is_first FROM claimed
      )
      SELECT c.account_id, c.email_id, c.position, c.attempt, c.address, c.was, c.is_poison, c.is_first,
        extract(epoch FROM c.expires_at - now())::float8 AS seconds_left,
        ${emailColumns}, s.has_contents, h.bytes AS html, t.bytes AS text, ${also}
      ${from}
      LEFT JOIN emails e ON c.is_first AND e.account_id = c.account_id AND e.id = c.email_id
      CROSS JOIN LATERAL (
        SELECT e.size_bytes <= ${smallContentBytes} AND e.attachments IS NULL AND e.raw_hash IS NULL AS has_contents
      ) s
      LEFT JOIN contents h ON s.has_contents AND h.account_id = e.account_id AND h.hash = e.html_hash
      LEFT JOIN contents t ON s.has_contents AND t.account_id = e.account_id AND t.hash = e.text_hash`;

/**
 * Takes up to `limit` due recipients for `leaseSeconds`, the same share for each account that has some, beginning behind
 * the account `after`. Each comes with its email. Rows that another worker is taking are skipped. `next` is where the next
 * claim goes on, null when the last account has been reached.
 */
export async function claimRecipients(
  { pool }: Database,
  { limit, leaseSeconds, after }: { limit: number; leaseSeconds: number; after: string },
): Promise<{ rows: ClaimedRow[]; next: string | null }> {
  const { rows } = await pool.query<ClaimedRow & { next: string | null }>({
    name: "claim-recipients",
    text: `
      WITH RECURSIVE pending (account_id, n) AS (
        (SELECT account_id, 1 FROM recipients WHERE due_at IS NOT NULL AND account_id > $3 ORDER BY account_id LIMIT 1)
        UNION ALL
        SELECT next.account_id, n + 1 FROM pending, LATERAL (
          SELECT r.account_id FROM recipients r WHERE r.due_at IS NOT NULL AND r.account_id > pending.account_id
          ORDER BY r.account_id LIMIT 1
        ) next WHERE n < $4
      ), due AS (
        SELECT account_id FROM pending
        WHERE EXISTS (SELECT FROM recipients r WHERE r.account_id = pending.account_id AND r.due_at <= now())
      ), picked AS (
        SELECT r.* FROM due, LATERAL (
          SELECT account_id, email_id, position, state, losses FROM recipients r
          WHERE r.account_id = due.account_id AND r.due_at <= now() AND ${lossesOf("r")} < ${lossesUntilAlone}
          ORDER BY r.due_at LIMIT (SELECT greatest(1, $1 / count(*)) FROM due) FOR UPDATE SKIP LOCKED
        ) r LIMIT $1
      ), claimed AS (
        ${takePicked(lossesOf("r"))}
      ), ${withEmails("FROM (SELECT max(account_id::text) FILTER (WHERE n = $4)::uuid AS next FROM pending) last LEFT JOIN numbered c ON true", "last.next")}`,
    values: [limit, leaseSeconds, after, accountsPerClaim],
  });
  return { rows: rows.filter((row) => row.email_id !== null), next: rows[0]?.next ?? null };
}

const isSuspect = `losses > 0 AND due_at <= now() AND ${lossesOf("r")} >= ${lossesUntilAlone}`;

export async function hasSuspects({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>({
    name: "has-suspects",
    text: `SELECT EXISTS (SELECT FROM recipients r WHERE ${isSuspect}) AS yes`,
  });
  return rows[0]?.yes ?? false;
}

/**
 * Takes an email of which a recipient was lost twice, with all its recipients that are due; if it was lost alone before, with all
 * that wait. To be called with nothing else in hand.
 */
export async function claimSuspect({ pool }: Database, leaseSeconds: number): Promise<ClaimedRow[]> {
  const { rows } = await pool.query<ClaimedRow>({
    name: "claim-suspect",
    text: `
      WITH suspect AS (
        SELECT account_id, email_id, losses FROM recipients r
        WHERE ${isSuspect} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
      ), picked AS (
        SELECT r.account_id, r.email_id, r.position, r.state, s.losses
        FROM suspect s JOIN recipients r ON r.account_id = s.account_id AND r.email_id = s.email_id
        WHERE r.due_at <= now() OR (s.losses >= ${lostAlone} AND r.due_at IS NOT NULL AND r.state <> 'sending')
        FOR UPDATE OF r SKIP LOCKED
      ), claimed AS (
        ${takePicked(String(lostAlone))}
      ), ${withEmails("FROM numbered c", "NULL")}`,
    values: [1, leaseSeconds],
  });
  return rows;
}

export type Settlement = { claim: Claim; decision: Decision };

/**
 * Writes the outcomes of attempts, state and event in one commit: the only writer of final states. An outcome whose attempt
 * is no longer the current one is dropped (fencing); answers for each whether it was written.
 */
export async function settleAttempts({ pool }: Database, settlements: Settlement[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ n: number }>({
    name: "settle-attempts",
    text: `
      WITH outcome AS (
        SELECT *, now() + make_interval(secs => retry_seconds) AS retry_at FROM unnest(
          $1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::float8[], $8::jsonb[], $9::text[]
        ) AS o (n, account_id, email_id, position, attempt, state, retry_seconds, detail, further_type)
      ), settled AS (
        UPDATE recipients r SET state = o.state, due_at = o.retry_at, losses = 0, updated_at = now()
        FROM outcome o
        WHERE r.account_id = o.account_id AND r.email_id = o.email_id AND r.position = o.position
          AND r.attempt = o.attempt AND r.state = 'sending'
        RETURNING o.*
      ), begun AS MATERIALIZED (
        SELECT begin_events() AS at
      ), recorded AS (
        INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
        SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, attempt, state,
          CASE WHEN retry_at IS NULL THEN detail ELSE detail || jsonb_build_object('next_attempt_at',
            to_char(retry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END, at
        FROM settled, begun
        UNION ALL
        SELECT account_id, email_id, event_id(at + interval '1 microsecond', uuid_send(gen_random_uuid())), position, attempt,
          further_type, detail, at + interval '1 microsecond'
        FROM settled, begun WHERE further_type IS NOT NULL
      )
      SELECT n FROM settled`,
    values: [
      settlements.map((_, n) => n),
      ...claimColumns(settlements.map(({ claim }) => claim)),
      settlements.map(({ decision }) => decision.state),
      settlements.map(({ decision }) => decision.retrySeconds),
      settlements.map(({ decision }) =>
        JSON.stringify({ ...decision.result, kind: undefined, followedBy: undefined }),
      ),
      settlements.map(({ decision }) => decision.result.followedBy ?? null),
    ],
  });
  const written = new Set(rows.map(({ n }) => n));
  return settlements.map((_, n) => written.has(n));
}

/** Lengthens the leases of attempts that take long; answers for each whether it is still ours. */
export async function renewLeases(
  { pool }: Database,
  claims: Claim[],
  leaseSeconds: number,
): Promise<boolean[]> {
  return touchClaims(pool, claims, "due_at = now() + make_interval(secs => $6)", [leaseSeconds]);
}

/**
 * Gives back what was claimed and not begun, in the state that it was in, so that another worker need not wait for the lease
 * to end. What a lost worker had in hand before may have arrived.
 */
export async function releaseLeases({ pool }: Database, claims: Claim[]): Promise<boolean[]> {
  return touchClaims(
    pool,
    claims,
    `due_at = now(), updated_at = now(), losses = least(losses, ${lossesUntilAlone}),
     state = CASE WHEN losses > 0 THEN 'uncertain' ELSE coalesce(
       (SELECT e.type FROM events e WHERE e.account_id = r.account_id AND e.email_id = r.email_id AND e.position = r.position
        ORDER BY e.created_at DESC, e.id DESC LIMIT 1), 'queued') END`,
    [],
  );
}

async function touchClaims(
  pool: Database["pool"],
  claims: Claim[],
  change: string,
  values: unknown[],
): Promise<boolean[]> {
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET ${change}
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[]) AS c (n, account_id, email_id, position, attempt)
     WHERE r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.attempt = c.attempt AND r.state = 'sending'
     RETURNING c.n`,
    values: [claims.map((_, n) => n), ...claimColumns(claims), ...values],
  });
  const touched = new Set(rows.map(({ n }) => n));
  return claims.map((_, n) => touched.has(n));
}

function claimColumns(claims: Claim[]) {
  return [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.emailId),
    claims.map((claim) => claim.position),
    claims.map((claim) => claim.attempt),
  ];
}
