import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { applyBounceToState, lockRecipient, recordLateEvent } from "../../recipients/index.ts";
import { followRollups } from "./follow-rollups.fixture.ts";
import { readRollups } from "./recount.fixture.ts";

const database = useDatabase();
const accountId = newId();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const idAt = (time: Date) => firstIdAt(time).slice(0, 14) + newId().slice(14);

async function deliver(acceptedAt: Date, deliveredAt: Date): Promise<string> {
  const id = idAt(acceptedAt);
  const email = draftEmail(accountId, { to: "ada@example.com", subject: "x", text: "x" });
  await storeEmails(database, [{ ...email, id, createdAt: acceptedAt, messageId: `${id}@example.com` }]);
  await database.pool.query(
    `WITH settled AS (
       UPDATE recipients SET state = 'delivered', ready = false, due_at = NULL, updated_at = $4 WHERE account_id = $1 AND email_id = $2
     )
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     VALUES ($1, $2, $3, 0, 1, 'delivered', '{"route": "relay one"}', $4)`,
    [accountId, id, idAt(deliveredAt), deliveredAt],
  );
  return id;
}

/** Returns the time of the bounce. */
async function bounce(accountNumber: number, emailId: string): Promise<Date> {
  await database.db.transaction().execute(async (db) => {
    const recipient = await lockRecipient(db, { accountNumber, emailId, position: 0 });
    if (!recipient) throw new Error("the recipient does not exist");
    expect(await applyBounceToState(db, recipient)).toBe("late");
    await recordLateEvent(db, recipient, { type: "bounced", detail: { late: true, bounce: "hard" } });
  });
  const { rows } = await database.pool.query("SELECT created_at FROM events WHERE type = 'bounced'");
  return rows[0].created_at;
}

/** Figures of the overview by day. */
async function dailyFigures(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    `SELECT day || ' ' || type AS figure, sum(count)::integer AS count FROM daily_counts WHERE account_id = $1
     GROUP BY 1 HAVING sum(count) <> 0`,
    [accountId],
  );
  return Object.fromEntries(rows.map(({ figure, count }) => [figure, count]));
}

/** Figures of the roll-ups by hour, in the series of all mail and in those of combinations. */
async function hourlyFigures(): Promise<Record<string, number>[]> {
  const kinds = ["all", "combination"].map((kind) => readRollups(database, 60, kind));
  return (await Promise.all(kinds)).map((rows) =>
    Object.fromEntries(
      rows.map(({ bucket_at, type, count }) => [`${bucket_at.toISOString()} ${type}`, count]),
    ),
  );
}

test("a bounce takes the delivery back when it was, even after retention has deleted the delivery's event", async () => {
  const { rows } = await database.pool.query(
    "INSERT INTO accounts (id, name) VALUES ($1, 'Ada') RETURNING number",
    [accountId],
  );
  const [acceptedAt, deliveredAt] = [daysAgo(5), daysAgo(4)] as const;
  const emailId = await deliver(acceptedAt, deliveredAt);
  await followRollups(database);
  const day = (time: Date) => time.toISOString().slice(0, 10);
  const hour = (time: Date) => `${time.toISOString().slice(0, 13)}:00:00.000Z`;
  expect(await dailyFigures()).toMatchObject({ [`${day(deliveredAt)} delivered`]: 1 });
  expect((await hourlyFigures())[1]).toMatchObject({ [`${hour(deliveredAt)} delivered`]: 1 });

  await database.pool.query("DELETE FROM events");
  const bouncedAt = await bounce(rows[0].number, emailId);
  await followRollups(database);

  expect(await dailyFigures()).toEqual({
    [`${day(acceptedAt)} accepted`]: 1,
    [`${day(bouncedAt)} bounced`]: 1,
  });
  const figures = {
    [`${hour(acceptedAt)} accepted`]: 1,
    [`${hour(acceptedAt)} recipients`]: 1,
    [`${hour(acceptedAt)} outcome_bounced`]: 1,
    [`${hour(bouncedAt)} bounced`]: 1,
  };
  expect(await hourlyFigures()).toEqual([figures, figures]);
});
