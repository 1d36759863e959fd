import { CompiledQuery } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { addSuppressions } from "../../suppressions/index.ts";
import type { AttemptResult, Decision } from "../outcome.ts";
import { type Claim, claimColumns } from "./claim.ts";
import { isFew } from "./claim-sql.ts";

export type Settlement = {
  claim: Claim;
  decision: Decision;
  /** The worker died with it: another one found out what became of it. If it stays open, that is one more loss (checklist F24). */
  isLost?: boolean;
};

type SettledRow = { n: number; address: string };
type SettledWithEvent = SettledRow & { event_id: string };

/**
 * Writes the outcomes of attempts, state and event in one commit, and with them that no more goes to an address which was refused for
 * good: the only writer of final states. An outcome whose attempt is no longer the current one is dropped (fencing); answers for
 * each whether it was written.
 */
export async function settleAttempts({ db, pool }: Database, settlements: Settlement[]): Promise<boolean[]> {
  const values = valuesOf(settlements);
  const rows = settlements.some(isOfBadAddress)
    ? await db.transaction().execute(async (transaction) => {
        const settled = await transaction.executeQuery<SettledWithEvent>(
          CompiledQuery.raw(settleWithEventsText, values),
        );
        await suppressBadAddresses(transaction, settled.rows, settlements);
        return settled.rows;
      })
    : (await pool.query<SettledRow>({ name: "settle-attempts", text: settleText, values })).rows;
  const written = new Set(rows.map(({ n }) => n));
  return settlements.map((_, n) => written.has(n));
}

function isOfBadAddress({ decision: { state, result } }: Settlement): boolean {
  return state === "bounced" && result.suppresses === true && result.route !== "simulator";
}

async function suppressBadAddresses(
  db: Db,
  rows: SettledWithEvent[],
  settlements: Settlement[],
): Promise<void> {
  const refused = rows.flatMap(({ n, address, event_id }) => {
    const settlement = settlements[n];
    return settlement && isOfBadAddress(settlement) ? [{ address, eventId: event_id, ...settlement }] : [];
  });
  await addSuppressions(
    db,
    refused.map(({ address, eventId, claim: { accountId, emailId }, decision: { result } }) => ({
      accountId,
      address,
      reason: "hard_bounce",
      source: { type: "email", id: emailId },
      eventId,
      reply: { code: result.code, status: result.enhanced, host: result.host, phase: result.phase },
      detail: result.line ?? result.reason,
    })),
  );
}

/** `IS TRUE` keeps the planner from reading all that is being sent, by its state: each row is found by its key. */
const settleSql = `
      WITH outcome AS (
        SELECT *, now() + make_interval(secs => retry_seconds) AS retry_at FROM unnest(
          $1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::float8[], $8::jsonb[], $9::text[],
          $10::text[], $11::boolean[], $12::boolean[]
        ) AS o (n, account_id, email_id, position, lease, state, retry_seconds, detail, further_type, transcript, is_lost, is_try)
      ), settled AS (
        UPDATE recipients r SET state = o.state, ready = false, due_at = o.retry_at, attempt = r.attempt + 1,
          losses = CASE WHEN o.is_lost AND o.retry_at IS NOT NULL THEN r.losses + 1 ELSE 0 END,
          tries = r.tries + (o.retry_at IS NOT NULL AND o.is_try)::integer, updated_at = now()
        FROM outcome o
        WHERE r.account_id = o.account_id AND r.email_id = o.email_id AND r.position = o.position
          AND ${isFew("o")}
          AND r.lease = o.lease AND (r.state = 'sending') IS TRUE
        RETURNING o.*, r.attempt, r.address
      ), begun AS MATERIALIZED (
        SELECT begin_events() AS at
      ), recorded AS (
        INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, transcript, created_at)
        SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, attempt, state,
          CASE WHEN retry_at IS NULL THEN detail ELSE detail || jsonb_build_object('next_attempt_at',
            to_char(retry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END, CASE WHEN state = 'delivered' AND attempt = 1 THEN NULL ELSE transcript END, at
        FROM settled, begun
        UNION ALL
        SELECT account_id, email_id, event_id(at + interval '1 microsecond', uuid_send(gen_random_uuid())), position, attempt,
          further_type, detail, NULL, at + interval '1 microsecond'
        FROM settled, begun WHERE further_type IS NOT NULL`;

const settleText = `${settleSql})
      SELECT n, address FROM settled`;

/** Only for batches with an address to suppress: each suppression names its event. */
const settleWithEventsText = `${settleSql} RETURNING account_id, email_id, position, type, id)
      SELECT s.n, s.address, r.id AS event_id
      FROM settled s JOIN recorded r USING (account_id, email_id, position) WHERE r.type = s.state`;

function valuesOf(settlements: Settlement[]) {
  return [
    settlements.map((_, n) => n),
    ...claimColumns(settlements.map(({ claim }) => claim)),
    settlements.map(({ decision }) => decision.state),
    settlements.map(({ decision }) => decision.retrySeconds),
    settlements.map(({ decision }) => detailOf(decision)),
    settlements.map(({ decision }) => decision.result.followedBy ?? null),
    settlements.map(transcriptOf),
    settlements.map(({ isLost }) => isLost ?? false),
    settlements.map(({ decision }) => decision.result.isOurChoice !== true),
  ];
}

/** Who asks what was said asks of mail that had trouble. Kept of all, it would double the events (docs/decisions/0039-the-journal.md). */
function transcriptOf({ claim, decision: { state, result } }: Settlement): string | null {
  const hadNoTrouble = state === "delivered" && claim.lease === 1;
  return hadNoTrouble ? null : (result.transcript ?? null);
}

function detailOf({ result }: Decision): string {
  return JSON.stringify({ ...result, ...notInDetail });
}

/** What is not for the event's readers, or stands elsewhere. */
const notInDetail = {
  kind: undefined,
  followedBy: undefined,
  transcript: undefined,
  retryAfterSeconds: undefined,
  slowDown: undefined,
  isOurChoice: undefined,
  suppresses: undefined,
  isRecipientError: undefined,
} satisfies Partial<Record<keyof AttemptResult, undefined>>;
