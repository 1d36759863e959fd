import { CompiledQuery } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import { addSuppressions, type NewSuppression } from "../suppressions/index.ts";
import { type Claim, claimColumns } from "./claims/claim.ts";
import { isFew } from "./claims/claim-sql.ts";
import { setCrashesWhenSettled } from "./crash-counts.ts";
import { recordEvents } from "./record-events.ts";
import type { EventType, SettledState } from "./states.ts";

/** The outcome of one attempt of one recipient. */
export type Settlement = {
  claim: Claim;
  state: SettledState;
  /** The delay until the next attempt. Null: there is none. */
  retrySeconds: number | null;
  /** Details of the event. */
  detail: object;
  /** A second event, right after the first, that does not change the state. */
  followedBy?: Exclude<EventType, SettledState>;
  /** The conversation with the server. */
  transcript?: string;
  /** Whether the attempt counts as a step of the retry schedule. */
  isTry: boolean;
  /** The worker crashed with it, and another worker settles it. If the recipient stays open, a crash is counted (checklist F24). */
  isCrash?: boolean;
  /** The address is undeliverable: it is suppressed in the same commit. */
  suppression?: Pick<NewSuppression, "reply" | "detail">;
};

type SettledRow = { n: number; address: string };
type SettledWithEvent = SettledRow & { event_id: string };

/**
 * Writes the outcomes of attempts: state, event and suppression in one commit. An outcome whose attempt is no longer the current one is
 * dropped (fencing). Returns for each settlement whether it was written.
 */
export async function settleAttempts({ db, pool }: Database, settlements: Settlement[]): Promise<boolean[]> {
  const values = valuesOf(settlements);
  const rows = settlements.some(({ suppression }) => suppression)
    ? await db.transaction().execute(async (transaction) => {
        const settled = await transaction.executeQuery<SettledWithEvent>(
          CompiledQuery.raw(SETTLE_WITH_EVENTS_TEXT, values),
        );
        await suppressBadAddresses(transaction, settled.rows, settlements);
        return settled.rows;
      })
    : (await pool.query<SettledRow>({ name: "settle-attempts", text: SETTLE_TEXT, values })).rows;
  const written = new Set(rows.map(({ n }) => n));
  return settlements.map((_, n) => written.has(n));
}

async function suppressBadAddresses(
  db: Db,
  rows: SettledWithEvent[],
  settlements: Settlement[],
): Promise<void> {
  const suppressions = rows.flatMap(({ n, address, event_id }): NewSuppression[] => {
    const settlement = settlements[n];
    if (!settlement?.suppression) return [];
    const { accountId, emailId } = settlement.claim;
    const source = { type: "email", id: emailId } as const;
    return [
      { ...settlement.suppression, accountId, address, reason: "hard_bounce", source, eventId: event_id },
    ];
  });
  await addSuppressions(db, suppressions);
}

/** Only batches with an address to suppress return their events, because each suppression names its event. */
const settleSql = ({ returning }: { returning?: string } = {}) => `
      WITH outcome AS (
        -- The settlements, by their index \`n\`.
        SELECT *, now() + make_interval(secs => retry_seconds) AS retry_at FROM unnest(
          $1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::float8[], $8::jsonb[], $9::text[],
          $10::text[], $11::boolean[], $12::boolean[]
        ) AS o (n, account_id, email_id, position, lease, state, retry_seconds, detail, further_type, transcript, is_crash, is_try)
      ), settled AS (
        -- Rows whose lease is still the same, by key. \`IS TRUE\` keeps the planner from reading all rows in \`sending\` by the index of states.
        UPDATE recipients r SET state = o.state, ready = false, due_at = o.retry_at, attempt = r.attempt + 1,
          ${setCrashesWhenSettled("r", "o.is_crash AND o.retry_at IS NOT NULL")},
          tries = r.tries + (o.retry_at IS NOT NULL AND o.is_try)::integer, updated_at = now()
        FROM outcome o
        WHERE r.account_id = o.account_id AND r.email_id = o.email_id AND r.position = o.position
          AND ${isFew("o")}
          AND r.lease = o.lease AND (r.state = 'sending') IS TRUE
        RETURNING o.*, r.attempt, r.address
      ), ${recordEvents([outcomeEvent, furtherEvent], returning)}`;

const outcomeEvent = {
  of: "settled",
  type: "state",
  detail: `CASE WHEN retry_at IS NULL THEN detail ELSE detail || jsonb_build_object('next_attempt_at',
            to_char(retry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`,
  transcript: "CASE WHEN state = 'delivered' AND attempt = 1 THEN NULL ELSE transcript END",
};
const furtherEvent = {
  of: "settled",
  type: "further_type",
  detail: "detail",
  where: "further_type IS NOT NULL",
};

const SETTLE_TEXT = `${settleSql()}
      SELECT n, address FROM settled`;

const SETTLE_WITH_EVENTS_TEXT = `${settleSql({ returning: "account_id, email_id, position, type, id" })}
      SELECT s.n, s.address, r.id AS event_id
      FROM settled s JOIN recorded r USING (account_id, email_id, position) WHERE r.type = s.state`;

function valuesOf(settlements: Settlement[]) {
  return [
    settlements.map((_, n) => n),
    ...claimColumns(settlements.map(({ claim }) => claim)),
    settlements.map(({ state }) => state),
    settlements.map(({ retrySeconds }) => retrySeconds),
    settlements.map(({ detail }) => JSON.stringify(detail)),
    settlements.map(({ followedBy }) => followedBy ?? null),
    settlements.map(transcriptOf),
    settlements.map(({ isCrash }) => isCrash ?? false),
    settlements.map(({ isTry }) => isTry),
  ];
}

/** Transcripts are stored only for mail with problems. For all mail, they would double the size of events (decision 39). */
function transcriptOf({ claim, state, transcript }: Settlement): string | null {
  const hadNoTrouble = state === "delivered" && claim.lease === 1;
  return hadNoTrouble ? null : (transcript ?? null);
}
