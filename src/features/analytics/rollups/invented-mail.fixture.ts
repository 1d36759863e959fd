import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { seededRandom } from "../../../../test/prove/random.ts";
import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";

const DOMAINS = ["gmail.com", "googlemail.com", "outlook.com", "firm.example", "shop.example"];
const TYPES = [
  "delivered",
  "delivered",
  "delivered",
  "deferred",
  "bounced",
  "expired",
  "suppressed",
  "uncertain",
];
const ACTORS = ["human", "proxy", "prefetch", "bot"];

type Invented = { accountId: string; days: number; emails: number; seed: number };

/** An id of the time, as events have it, so that ids sort like their times. */
function idAt(time: Date): string {
  return firstIdAt(time).slice(0, 14) + newId().slice(14);
}

/** Hits are held for seconds, and for longer in the journal of a node that is down. */
const HELD_MS = 20 * 60_000;

/** Stores emails of recent days with events, and opens and clicks of the delivered ones. The first hit that is stored is the last one. */
export async function inventMail(
  database: Database,
  { accountId, days, emails, seed }: Invented,
): Promise<void> {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const now = Date.now();
  const accepted = Array.from({ length: emails }, () => {
    const at = new Date(now - 60_000 - Math.floor(random() * days * 86_400_000));
    const to = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, n) => `person${n}@${pick(DOMAINS)}`);
    const email = draftEmail(accountId, {
      from: pick(["a@sender.example", "b@Other.example"]),
      to,
      subject: "Hello",
      text: "Hello",
      ...(random() < 0.4 && { tags: [{ name: "kind", value: pick(["receipt", "news"]) }] }),
      ...(random() < 0.3 && { stream: "bulk" as const }),
    });
    const id = idAt(at);
    return { ...email, id, createdAt: at, messageId: `${id}@sender.example`, recipients: to.length };
  });
  await storeEmails(
    database,
    accepted.map(({ recipients: _, ...email }) => email),
  );
  await database.pool.query(
    `UPDATE emails SET tracking = '{"opens": true, "clicks": true}' WHERE account_id = $1 AND id = ANY ($2)`,
    [accountId, accepted.filter((_, n) => n % 3 === 0).map(({ id }) => id)],
  );
  for (const { id, createdAt, recipients } of accepted)
    for (let position = 0; position < recipients; position += 1) {
      const afterMs = Math.floor(2 ** (random() * 16));
      const at = new Date(Math.min(createdAt.getTime() + afterMs, now - 1_000));
      const type = pick(TYPES);
      const detail = {
        route: pick(["direct", "relay one"]),
        ...(["bounced", "deferred"].includes(type) && { meaning: pick(["no_such_user", "mailbox_full"]) }),
      };
      const recipient = { accountId, emailId: id, position };
      if (position === 0)
        await insertEvent(database, { ...recipient, type: "queued", at: createdAt, detail: {} });
      await insertEvent(database, { ...recipient, type, at, detail });
      if (type === "uncertain" && position === 0) await confirm(database, recipient, at);
      if (type !== "delivered" || random() < 0.5) continue;
      if (random() < 0.1) {
        const late = new Date(at.getTime() + 500);
        await insertEvent(database, { ...recipient, type: "bounced", at: late, detail: { late: true } });
      }
      for (let n = 0; n < 3; n += 1) {
        const storedAt = new Date(Math.min(at.getTime() + HELD_MS, now - 1_000) + n * 100);
        const seenAt = n === 0 ? storedAt : new Date(at.getTime() + n * 100);
        await database.pool.query(
          `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, 90, $7)`,
          [accountId, idAt(storedAt), id, position, pick(["open", "click"]), pick(ACTORS), seenAt],
        );
      }
    }
}

/** A person confirms the delivery; some of these emails come back. */
async function confirm(database: Database, recipient: Recipient, uncertainAt: Date): Promise<void> {
  const at = new Date(uncertainAt.getTime() + 600);
  const detail = { reason: "A person confirmed the delivery." };
  await insertEvent(database, { ...recipient, type: "delivered", at, detail });
  if (uncertainAt.getTime() % 2 === 0) return;
  const late = new Date(at.getTime() + 300);
  await insertEvent(database, { ...recipient, type: "bounced", at: late, detail: { late: true } });
}

type Recipient = { accountId: string; emailId: string; position: number };
type InventedEvent = Recipient & {
  type: string;
  at: Date;
  detail: object;
};

async function insertEvent(
  database: Pick<Database, "pool">,
  { accountId, emailId, position, type, at, detail }: InventedEvent,
): Promise<void> {
  await database.pool.query(
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at) VALUES ($1, $2, $3, $4, 1, $5, $6, $7)`,
    [accountId, emailId, idAt(at), position, type, JSON.stringify(detail), at],
  );
}
