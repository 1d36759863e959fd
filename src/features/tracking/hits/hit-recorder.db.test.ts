import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { MEASURED } from "../../../../test/harness/measured.ts";
import { type Database, DatabaseClock } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { clickOf } from "./hit.fixture.ts";
import { HitRecorder } from "./hit-recorder.ts";

const database = useDatabase();
const log = createLogger("silent", "test");

/** Counts the hits of a journal that are reported as stored. */
function newJournal() {
  const journal = {
    id: newId(),
    count: 0,
    recorded(count: number) {
      journal.count += count;
    },
  };
  return journal;
}

/** Returns the database, whose first statement takes this much longer. */
function slowOnce(ms: number): Database {
  let isFirst = true;
  const query = async (statement: never) => {
    if (isFirst) {
      isFirst = false;
      await sleep(ms);
    }
    return await database.pool.query(statement);
  };
  return { ...database, pool: { query } as never };
}

type Recipient = { accountId: string; accountNumber: number; emailId: string };

async function addRecipient(): Promise<Recipient> {
  const accountId = newId();
  const emailId = newId();
  const { rows } = await database.pool.query(
    "INSERT INTO accounts (id, name) VALUES ($1, 'Test') RETURNING number",
    [accountId],
  );
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state, due_at, updated_at)
     VALUES ($1, $2, 0, 'a@example.com', 'a@example.com', 'delivered', NULL, now() - interval '1 hour')`,
    [accountId, emailId],
  );
  return { accountId, accountNumber: rows[0].number, emailId };
}

async function countEngagements({ accountId }: Recipient): Promise<number | null> {
  const stored = await database.pool.query("SELECT FROM engagements WHERE account_id = $1", [accountId]);
  return stored.rowCount;
}

const start = () => new HitRecorder({ database, clock: new DatabaseClock(database), log });

test("hits of several journals are stored together, each once, although one of them was read before (H4)", async () => {
  const recipient = await addRecipient();
  const [first, second] = [newJournal(), newJournal()];
  await database.pool.query("INSERT INTO engagement_journals (id, done) VALUES ($1, '{[8,10)}')", [
    second.id,
  ]);
  const recorder = start();
  recorder.add(
    Array.from({ length: 10 }, (_, n) => n + 1).map((number) => ({
      number,
      journal: number <= 6 ? first : second,
      hit: clickOf(recipient, { link: number }),
    })),
  );
  await eventually(async () => expect([first.count, second.count]).toEqual([6, 4]));
  expect(recorder.size).toBe(0);
  expect(await countEngagements(recipient)).toBe(8);
  await recorder.stop();
});

test("the ids of opens and clicks follow their times, also across journals", async () => {
  const recipient = await addRecipient();
  const [first, second] = [newJournal(), newJournal()];
  const recorder = start();
  const now = Date.now();
  const links = [7, 3, 1, 9, 2, 8, 4, 6, 5];
  recorder.add(
    links.map((link, index) => ({
      number: index + 1,
      journal: index % 2 === 0 ? first : second,
      hit: clickOf(recipient, { link, at: now - 100_000 + link * 10 }),
    })),
  );
  await eventually(async () => expect(await countEngagements(recipient)).toBe(links.length));
  const { rows } = await database.pool.query(
    "SELECT link FROM engagements WHERE account_id = $1 ORDER BY id",
    [recipient.accountId],
  );
  expect(rows.map(({ link }) => link)).toEqual(links.toSorted());
  await recorder.stop();
});

test("a hit that the database refuses is left out with a log line, and the others of the batch are stored", async () => {
  const recipient = await addRecipient();
  await database.pool.query("INSERT INTO tracking_settings (account_id, agent) VALUES ($1, 'full')", [
    recipient.accountId,
  ]);
  const journal = newJournal();
  const refused: unknown[] = [];
  const recorder = new HitRecorder({
    database,
    clock: new DatabaseClock(database),
    log: { ...log, error: (entry: unknown) => refused.push(entry), warn: () => undefined } as never,
  });
  recorder.add(
    [1, 2, 3, 4, 5].map((number) => ({
      number,
      journal,
      hit: clickOf(recipient, { link: number, ...(number === 4 && { agent: "Mozilla\0" }) }),
    })),
  );
  await eventually(async () => expect(journal.count).toBe(5));
  expect(await countEngagements(recipient)).toBe(4);
  expect(refused).toMatchObject([{ event: "tracking.hit_refused", journal: journal.id, line: 4 }]);
  await recorder.stop();
});

describe("after a batch that took a second", MEASURED, () => {
  const slowMs = 1_000;

  /** Returns when the first of two batches is stored. `storedAt` has the times of both in ms. */
  async function recordTwoBatches(idleShare: number) {
    const recipient = await addRecipient();
    const storedAt: number[] = [];
    const journal = { id: newId(), recorded: () => void storedAt.push(performance.now()) };
    const options = { database: slowOnce(slowMs), clock: new DatabaseClock(database), log };
    const recorder = new HitRecorder({ ...options, idleShare: () => idleShare });
    recorder.add(
      Array.from({ length: 1_500 }, (_, n) => ({
        number: n + 1,
        journal,
        hit: clickOf(recipient, { link: n + 1 }),
      })),
    );
    await eventually(async () => expect(storedAt).toHaveLength(1));
    return { recipient, storedAt, recorder };
  }
  const between = ([first = 0, second = 0]: number[]) => second - first;

  test("a stop ends the pause, and stores what waits", async () => {
    const { recipient, storedAt, recorder } = await recordTwoBatches(1);
    await recorder.stop();
    expect(between(storedAt)).toBeLessThan(0.9 * slowMs);
    expect(await countEngagements(recipient)).toBe(1_500);
  });

  test("on a busy machine, the next one follows after a pause", async () => {
    const { storedAt, recorder } = await recordTwoBatches(0);
    await eventually(async () => expect(storedAt).toHaveLength(2));
    expect(between(storedAt)).toBeGreaterThan(0.9 * slowMs);
    await recorder.stop();
  });
});
