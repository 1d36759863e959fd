/** SQL of hits on their way into engagements. */
import type { Database } from "../../../platform/db/index.ts";
import type { AddressDetail, AgentDetail } from "../settings/queries.ts";

/** The recipient of a hit, while the account, the email and the recipient exist. */
export type HitContext = {
  n: number;
  account_id: string;
  address_detail: AddressDetail;
  agent_detail: AgentDetail;
  /** Whether the recipient is a contact whose opens and clicks are not recorded. */
  is_untracked: boolean;
  /** Null: no delivery is recorded. */
  delivered_at: Date | null;
};

type Target = { accountNumber: number; emailId: string; position: number };

/** The contexts of hits; `n` is the index of the hit. Hits of deleted accounts, emails and recipients have none. */
export async function loadContexts({ pool }: Database, targets: Target[]): Promise<HitContext[]> {
  const { rows } = await pool.query<HitContext>({
    name: "hit-contexts",
    text: `
      SELECT h.n, a.id AS account_id, coalesce(s.address, 'network') AS address_detail, coalesce(s.agent, 'family') AS agent_detail,
        EXISTS (SELECT FROM untracked_addresses u WHERE u.account_id = a.id AND u.email_key = r.address_key) AS is_untracked,
        CASE WHEN r.state IN ('delivered', 'captured') THEN r.updated_at END AS delivered_at
      FROM unnest($1::integer[], $2::integer[], $3::uuid[], $4::smallint[]) AS h (n, number, email_id, position)
      JOIN accounts a ON a.number = h.number
      JOIN recipients r ON r.account_id = a.id AND r.email_id = h.email_id AND r.position = h.position
      LEFT JOIN tracking_settings s ON s.account_id = a.id`,
    values: [
      targets.map((_, n) => n),
      targets.map(({ accountNumber }) => accountNumber),
      targets.map(({ emailId }) => emailId),
      targets.map(({ position }) => position),
    ],
  });
  return rows;
}

export type NewEngagement = {
  /** The journal of the hit. */
  journal_id: string;
  account_id: string;
  email_id: string;
  position: number;
  kind: "open" | "click" | "unsubscribe";
  link: number | null;
  url: string | null;
  actor: string;
  confidence: number;
  reasons: string[];
  network: string | null;
  agent: string | null;
  created_at: string;
};

/**
 * Stores engagements with the numbers of their lines in the journals. If a line of a journal is stored already, nothing of that journal is
 * stored. Recipients are locked, so that an erasure at the same time either finds the engagements or is seen here (Q6). The ids of the
 * engagements have the order of the list: their times are a microsecond apart.
 */
const RECORD = `
  WITH claimed AS (
    INSERT INTO engagement_journals AS j (id, done)
    SELECT id, done::int8multirange FROM unnest($1::uuid[], $2::text[]) AS c (id, done) ORDER BY id
    ON CONFLICT (id) DO UPDATE SET done = j.done + excluded.done, updated_at = now() WHERE NOT j.done && excluded.done
    RETURNING id
  ), rows AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($3::jsonb) AS (journal_id uuid, account_id uuid, email_id uuid, position smallint, kind text,
      link smallint, url text, actor text, confidence smallint, reasons text[], network inet, agent text, created_at timestamptz))
      WITH ORDINALITY AS e (journal_id, account_id, email_id, position, kind, link, url, actor, confidence, reasons, network, agent, created_at, n)
  ), alive AS (
    SELECT account_id, email_id, position, erased FROM recipients
    WHERE (account_id, email_id, position) IN (SELECT account_id, email_id, position FROM rows)
    FOR SHARE
  ), begun AS MATERIALIZED (
    SELECT begin_events() AS at WHERE EXISTS (SELECT FROM claimed)
  ), recorded AS (
    INSERT INTO engagements (account_id, id, email_id, position, kind, link, url, actor, confidence, reasons, network, agent, created_at)
    SELECT account_id, event_id(at + n * interval '1 microsecond', uuid_send(gen_random_uuid())), email_id, position, kind, link, url, actor,
      confidence, reasons, CASE WHEN NOT erased THEN network END, CASE WHEN NOT erased THEN agent END, created_at
    FROM rows JOIN claimed c ON c.id = journal_id JOIN alive USING (account_id, email_id, position), begun
  )
  SELECT id FROM claimed`;

/** Returns the journals whose lines and engagements are stored. */
export async function recordEngagements(
  { pool }: Database,
  lines: ReadonlyMap<string, number[]>,
  engagements: readonly NewEngagement[],
): Promise<Set<string>> {
  const multiranges = [...lines.values()].map(toMultirange);
  const values = [[...lines.keys()], multiranges, JSON.stringify(engagements)];
  const { rows } = await pool.query<{ id: string }>({ name: "record-engagements", text: RECORD, values });
  return new Set(rows.map(({ id }) => id));
}

/** Which of these lines are stored already. */
export async function findRecorded(
  { pool }: Database,
  journalId: string,
  numbers: number[],
): Promise<Set<number>> {
  const { rows } = await pool.query<{ number: string }>(
    `SELECT number FROM engagement_journals, unnest($2::bigint[]) AS number WHERE id = $1 AND done @> number`,
    [journalId, numbers],
  );
  return new Set(rows.map(({ number }) => Number(number)));
}

/** Journals whose files are gone. A file that is found later than this on a stopped machine may be stored twice. */
export async function sweepJournals({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM engagement_journals WHERE updated_at < now() - interval '30 days'");
}

function toMultirange(numbers: number[]): string {
  return `{${numbers.map((number) => `[${number},${number + 1})`).join(",")}}`;
}
