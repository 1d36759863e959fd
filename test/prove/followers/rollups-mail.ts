import { setTimeout as pause } from "node:timers/promises";
import { ACTORS } from "../../../src/features/tracking/index.ts";
import type { Database } from "../../../src/platform/db/index.ts";
import { newId } from "../../../src/platform/ids/index.ts";
import { draftEmail, storeEmails } from "../../harness/stored-email.ts";

/** Emails that are opened and clicked again, so that later opens of a recipient come in later steps of the follower. */
const RECENT = 40;
const QUARTER_MS = 900_000;

type Writer = { database: Database; accountId: string; random: () => number; recent: Stored[] };
/** `ageMs`: the email was accepted this long ago. */
type Stored = { id: string; ageMs: number };

/**
 * Stores emails with tags and several recipients, an event for each recipient, and opens and clicks, in transactions of different lengths,
 * two at a time.
 */
export async function writeMail(
  database: Database,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const accountId = newId();
  await database.db.insertInto("accounts").values({ id: accountId, name: "Proof" }).execute();
  const writer: Writer = { database, accountId, random, recent: [] };
  const write = async () => {
    while (!signal.aborted) {
      const stored = await storeEmail(writer);
      await writeEvents(writer, stored);
      await writeEngagements(writer, [stored, pick(writer, writer.recent)]);
      writer.recent = [...writer.recent, stored].slice(-RECENT);
      await pause(random() * 20);
    }
  };
  await Promise.all([write(), write()]);
}

function pick<T>({ random }: Writer, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

async function storeEmail(writer: Writer): Promise<Stored> {
  const { database, accountId, random } = writer;
  const ageMs = Math.floor(random() * 8) * QUARTER_MS;
  const to = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    (_, n) => `p${n}@d${Math.floor(random() * 4)}.example`,
  );
  const tags = [
    { name: "kind", value: pick(writer, ["a", "b"]) },
    { name: "campaign", value: pick(writer, ["spring", "autumn"]) },
  ].slice(0, Math.floor(random() * 3));
  const email = draftEmail(accountId, {
    ...{ from: pick(writer, ["a@sender.example", "b@Other.example"]), to, subject: "x", text: "x", tags },
    ...(random() < 0.3 && { stream: "bulk" as const }),
  });
  await storeEmails(database, [{ ...email, createdAt: new Date(Date.now() - ageMs) }]);
  return { id: email.id, ageMs };
}

async function writeEvents(writer: Writer, { id }: Stored): Promise<void> {
  await inTransaction(
    writer,
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, 1, $3, '{"route": "direct"}', at
     FROM recipients, begun WHERE account_id = $1 AND email_id = $2`,
    [writer.accountId, id, pick(writer, ["delivered", "bounced", "deferred"])],
  );
}

/**
 * Up to six opens and clicks, of one recipient or several, and of different actors. They are stored in any order, like those that waited in
 * the journal of a node that was down.
 */
async function writeEngagements(writer: Writer, emails: (Stored | undefined)[]): Promise<void> {
  const { accountId, random } = writer;
  const engagements = Array.from({ length: Math.floor(random() * 7) }, () => ({
    email: pick(writer, emails),
    // Some are of no recipient of this email: the recipient was deleted.
    position: Math.floor(random() * 3),
    kind: pick(writer, ["open", "click"]),
    actor: pick(writer, ACTORS),
  })).flatMap(({ email, ...engagement }) =>
    email ? [{ ...engagement, id: email.id, ageMs: Math.floor(random() * (email.ageMs + 1)) }] : [],
  );
  await inTransaction(
    writer,
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, created_at)
     SELECT $1, event_id(at, uuid_send(gen_random_uuid())), email_id, position, kind, actor, 90, at - make_interval(secs => age_ms / 1000.0)
     FROM unnest($2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::integer[]) AS e (email_id, position, kind, actor, age_ms), begun`,
    [
      accountId,
      engagements.map(({ id }) => id),
      engagements.map(({ position }) => position),
      engagements.map(({ kind }) => kind),
      engagements.map(({ actor }) => actor),
      engagements.map(({ ageMs }) => ageMs),
    ],
  );
}

async function inTransaction({ database, random }: Writer, text: string, values: unknown[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(text, values);
    await pause(random() * 30);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}
