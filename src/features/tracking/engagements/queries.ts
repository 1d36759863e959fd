/** SQL that reads engagements, stores unsubscribes and removes evidence. */
import { sql } from "kysely";
import { compareKey } from "../../../mail/address/index.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import { FIRST_ID, LAST_ID } from "../../../platform/ids/index.ts";
import { type EmailRange, findNextEmail, markErased } from "../../recipients/index.ts";
import type { Actor } from "../judge/signals.ts";

export type Engagement = {
  id: string;
  position: number;
  kind: "open" | "click" | "unsubscribe";
  link: number | null;
  url: string | null;
  actor: Actor;
  confidence: number;
  reasons: string[];
  network: string | null;
  agent: string | null;
  created_at: Date;
};

/** Scanners may cause thousands of engagements, which would make responses too large. */
const MAX_SHOWN = 500;

/** The engagements of an email, those of people first, then oldest first. */
export async function loadEngagements(
  { pool }: Database,
  accountId: string,
  emailId: string,
): Promise<Engagement[]> {
  const { rows } = await pool.query<Engagement>(
    `SELECT id, position, kind, link, url, actor, confidence, reasons, network::text, agent, created_at FROM engagements
     WHERE account_id = $1 AND email_id = $2 ORDER BY actor NOT IN ('human', 'proxy'), created_at, id LIMIT ${MAX_SHOWN}`,
    [accountId, emailId],
  );
  return rows;
}

/** Records that a recipient unsubscribed with an email's link. Call it in the transaction of the suppression. */
export async function recordUnsubscribe(
  db: Db,
  { accountId, emailId, address }: { accountId: string; emailId: string; address: string },
): Promise<void> {
  await sql`
    WITH begun AS MATERIALIZED (
      SELECT begin_events() AS at
    )
    INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, reasons, created_at)
    SELECT account_id, event_id(at, uuid_send(gen_random_uuid())), email_id, position, 'unsubscribe', 'human', 90,
      ARRAY['confirmed'], at
    FROM recipients, begun
    WHERE account_id = ${accountId} AND email_id = ${emailId} AND address_key = ${compareKey(address)}`.execute(
    db,
  );
}

type Person = { accountId: string; addressKey: string };

/** Emails of one transaction, so that deliveries to the person, and those that are settled with them, do not wait for long. */
const ERASE_EMAILS = 1_000;

/**
 * Removes the evidence of a person: addresses and programs of all of the person's opens and clicks. The verdicts stay, for the figures.
 * Hits that are stored later, because they wait in a journal or come later, get none (Q6). Each transaction erases some emails. Call
 * `eraseLateEvidence` in the transaction that removes the person's data.
 */
export async function eraseEvidence(db: Db, person: Person, emails = ERASE_EMAILS): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const last = await findNextEmail(db, person, { after, count: emails });
    if (last === null) return;
    const range = { after, last };
    await db.transaction().execute((transaction) => eraseIn(transaction, person, range));
    after = last;
  }
}

/** Does the same for the emails that were accepted meanwhile. */
export async function eraseLateEvidence(transaction: Db, person: Person): Promise<void> {
  await eraseIn(transaction, person, { after: FIRST_ID, last: LAST_ID });
}

async function eraseIn(db: Db, person: Person, range: EmailRange): Promise<void> {
  const marked = await markErased(db, person, range);
  if (marked.length === 0) return;
  // A statement of its own: it sees what was stored while the one above waited.
  await sql`
    UPDATE engagements e SET network = NULL, agent = NULL
    FROM unnest(${marked.map(({ email_id }) => email_id)}::uuid[], ${marked.map(({ position }) => position)}::smallint[])
      AS r (email_id, position)
    WHERE e.account_id = ${person.accountId} AND e.email_id = r.email_id AND e.position = r.position
      AND (e.network IS NOT NULL OR e.agent IS NOT NULL)`.execute(db);
}

/** Rows of one statement, so that it holds no locks for long. */
const SWEEP_ROWS = 5_000;

/** Removes IP addresses and user agents that are older than the account's retention time of contents. */
export async function sweepEvidence({ pool }: Database): Promise<void> {
  let removed: number | null;
  do {
    ({ rowCount: removed } = await pool.query(`
      UPDATE engagements SET network = NULL, agent = NULL WHERE (account_id, id) IN (
        SELECT e.account_id, e.id FROM accounts a
        CROSS JOIN LATERAL (
          SELECT account_id, id FROM engagements
          WHERE account_id = a.id AND (network IS NOT NULL OR agent IS NOT NULL)
            AND id < event_id(now() - make_interval(days => a.retention_days), decode(repeat('00', 16), 'hex'))
          ORDER BY id LIMIT ${SWEEP_ROWS}
        ) e
        LIMIT ${SWEEP_ROWS}
      )`));
  } while (removed === SWEEP_ROWS);
}
