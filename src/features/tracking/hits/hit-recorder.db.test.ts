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

/** Returns the database, whose first statement with this value fails. */
function failingOnce(value: string): Database {
  let hasFailed = false;
  const query = (statement: { values?: unknown[] }) => {
    if (!hasFailed && statement.values?.includes(value)) {
      hasFailed = true;
      throw new Error("the connection is lost");
    }
    return database.pool.query(statement as never);
  };
  return { ...database, pool: { query } as never };
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

test("hits of a journal are reported as stored once, although another journal of the batch fails (H4)", async () => {
  const recipient = await addRecipient();
  const [first, second] = [newJournal(), newJournal()];
  const recorder = new HitRecorder({
    database: failingOnce(second.id),
    clock: new DatabaseClock(database),
    log,
  });
  for (let number = 1; number <= 10; number += 1)
    recorder.add({
      number,
      journal: number <= 6 ? first : second,
      hit: clickOf(recipient, { link: number }),
    });
  await eventually(async () => expect(second.count).toBe(4));
  expect(first.count).toBe(6);
  expect(recorder.size).toBe(0);
  expect(await countEngagements(recipient)).toBe(10);
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
    for (let number = 1; number <= 1_500; number += 1)
      recorder.add({ number, journal, hit: clickOf(recipient, { link: number }) });
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
