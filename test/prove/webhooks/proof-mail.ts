import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../src/platform/db/index.ts";
import { timeOfId } from "../../../src/platform/ids/index.ts";
import { draftEmail, storeEmails } from "../../harness/stored-email.ts";
import type { LedgerEvent } from "./judge-requests.ts";

const EMAILS = 60;
/** Events that may wait: more than a process sends before it is killed, and few enough to be sent at the end. */
const MAX_WAITING = 600;

type Writing = {
  accountId: string;
  random: () => number;
  signal: AbortSignal;
  /** Requests of each webhook until now. */
  sent: () => number;
};

/** Accepts 60 emails with their events, and adds several to each, in transactions of different lengths, two at a time. */
export async function writeMail(
  database: Database,
  { accountId, random, signal, sent }: Writing,
): Promise<void> {
  const emails = Array.from({ length: EMAILS }, (_, n) =>
    draftEmail(accountId, { to: `ada${n}@example.com`, subject: `mail ${n}`, text: "x" }),
  );
  await storeEmails(database, emails, { isAnnounced: true });
  let written = 0;
  const write = async () => {
    while (!signal.aborted) {
      if (written - sent() > MAX_WAITING) {
        await pause(20);
        continue;
      }
      const chosen = Array.from(
        { length: 1 + Math.floor(random() * 12) },
        () => emails[Math.floor(random() * EMAILS)]?.id,
      );
      written += chosen.length;
      const client = await database.pool.connect();
      try {
        await client.query("BEGIN");
        await client.query(
          `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
           INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
           SELECT $1, email, event_id(at, uuid_send(gen_random_uuid())), 0, n, 'deferred', '{}', at
           FROM unnest($2::uuid[]) WITH ORDINALITY AS e (email, n), begun`,
          [accountId, chosen],
        );
        await pause(random() * 40);
        await client.query("COMMIT");
      } finally {
        client.release();
      }
      await pause(random() * 60);
    }
  };
  await Promise.all([write(), write()]);
}

/** In the order of the feed. */
export async function loadEvents({ pool }: Database): Promise<LedgerEvent[]> {
  const { rows } = await pool.query<Omit<LedgerEvent, "at">>(
    'SELECT id, email_id AS "emailId" FROM events ORDER BY id',
  );
  return rows.map((event) => ({ ...event, at: timeOfId(event.id).getTime() }));
}
