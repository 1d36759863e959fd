import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestWorker } from "../../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { openDatabaseWithClock } from "../../../../test/harness/settable-clock.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { DeliveryWorker } from "../worker.ts";

let database: Database;
let setForward: (interval: string) => Promise<void>;
let worker: DeliveryWorker;
/** The recipients of each transaction that began. */
let begun: string[];
let end: PromiseWithResolvers<void>;
const stops: (() => Promise<unknown>)[] = [];

/** A database whose clock can be set, and a worker whose mail to slow@example.com is in flight until `end`. */
beforeEach(async () => {
  ({ database, setForward } = await openDatabaseWithClock());
  begun = [];
  end = Promise.withResolvers();
  worker = createTestWorker({
    database,
    transport: {
      transmit: async ({ envelope: { recipients } }) => {
        begun.push(...recipients);
        if (recipients.includes("slow@example.com")) await end.promise;
        return recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
      },
      close: async () => undefined,
    },
  });
  await worker.start();
  stops.push(
    () => database.close(),
    () => worker.stop(),
  );
  await send("slow@example.com");
  await eventually(() => expect(begun).toEqual(["slow@example.com"]));
});
afterEach(async () => {
  end.resolve();
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function send(to: string): Promise<void> {
  await storeEmails(database, [draftEmail(newId(), { to, subject: "Hello", text: "Hi" })]);
}

const stateOf = async (address: string) => {
  const { rows } = await database.pool.query(
    "SELECT state, ready, lease, attempt, crash_count FROM recipients WHERE address = $1",
    [address],
  );
  return rows[0];
};

const delivered = (address: string) =>
  eventually(async () => expect(await stateOf(address)).toMatchObject({ state: "delivered" }));

const HOUR_MS = 3_600_000;

/** Waits until delayed mail was made ready. `aheadMs`: of the database's clock. */
async function promote(address: string, aheadMs: number): Promise<void> {
  const email = draftEmail(newId(), { to: address, subject: "Hello", text: "Hi" });
  await storeEmails(database, [{ ...email, scheduledAt: new Date(Date.now() + aheadMs + 500) }]);
  await delivered(address);
}

async function expectOneAttempt(): Promise<void> {
  end.resolve();
  await delivered("slow@example.com");
  expect(await stateOf("slow@example.com")).toMatchObject({ lease: 1, attempt: 1, crash_count: 0 });
  expect(begun.filter((address) => address === "slow@example.com")).toHaveLength(1);
}

test("mail in flight is not sent twice when the database's clock is set forward (F12)", async () => {
  await promote("before@example.com", 0);
  await setForward("1 hour");
  await promote("after@example.com", HOUR_MS);
  await expectOneAttempt();
});

test("a worker never claims mail that it is sending itself, and renews its lease instead (F12)", async () => {
  await database.pool.query("UPDATE recipients SET ready = true, due_at = now() WHERE state = 'sending'");
  await eventually(async () => expect(await stateOf("slow@example.com")).toMatchObject({ ready: false }));
  await send("other@example.com");
  await delivered("other@example.com");
  await expectOneAttempt();
});
