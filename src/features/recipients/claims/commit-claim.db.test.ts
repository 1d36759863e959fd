import { afterEach, beforeEach, expect, test } from "vitest";
import { claimOf, claimReady } from "../../../../test/harness/claims.ts";
import { useDatabase } from "../../../../test/harness/database.ts";
import { type FailingDatabase, startFailingDatabase } from "../../../../test/harness/failing-database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { commitClaim, renewLeases } from "../index.ts";
import { promoteDue } from "../promote-due.ts";

const database = useDatabase({ max: 3 });
let failing: FailingDatabase;
let worker: Database;
let removed: number;
/** Errors that were reported because it is unknown whether a claim was committed. */
let unknown: unknown[];

beforeEach(async () => {
  await database.pool.query("TRUNCATE recipients, emails, events");
  await storeEmails(database, [draftEmail(newId(), { to: "a@example.com", subject: "x", text: "x" })]);
  failing = await startFailingDatabase(database.connectionString);
  worker = openDatabase(failing.connectionString, { max: 2 });
  removed = 0;
  unknown = [];
});
afterEach(async () => {
  await worker.close();
  await failing.close();
});

/** Claims the recipient. `otherId`: the number that another transaction got because PostgreSQL lost that of the claim. */
function commit(otherId?: string) {
  return commitClaim(
    {
      database: worker,
      recordInJournal: async () => true,
      removeFromJournal: () => {
        removed += 1;
      },
      onUnknown: (error) => void unknown.push(error),
      isStopping: () => false,
    },
    async (queries) => {
      const claimed = await claimReady(queries, { limit: 1 });
      const { transaction } = claimed;
      return { ...claimed, transaction: transaction && { ...transaction, ...(otherId && { id: otherId }) } };
    },
  );
}

/** A transaction of another process, with its number. */
async function begin() {
  const client = await database.pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query<{ id: string }>("SELECT pg_current_xact_id()::text AS id");
  const end = async () => {
    await client.query("COMMIT");
    client.release();
  };
  return { id: rows[0]?.id ?? "", end };
}

const stateOf = async () => (await database.pool.query("SELECT state, lease FROM recipients")).rows[0];

test("a claim whose COMMIT was executed stands, although its result was lost (F6)", async () => {
  failing.fail({ text: "COMMIT", failure: "reset after", times: 1 });
  expect((await commit()).rows).toHaveLength(1);
  expect(removed).toBe(0);
});

test("a claim stays if the look-up of its commit fails, which is reported once (F6)", async () => {
  const { failed } = failing.fail({ text: "COMMIT", failure: "reset after", times: 1 });
  const asked = failed.then(
    () => failing.fail({ text: "SELECT pg_xact_status", failure: "42501", times: 3 }).failed,
  );
  expect((await commit()).rows).toHaveLength(1);
  await asked;
  expect(removed).toBe(0);
  expect(unknown).toMatchObject([{ code: "42501" }]);
});

test("a claim whose COMMIT was lost does not stand, and leaves the journal (F6)", async () => {
  failing.fail({ text: "COMMIT", failure: "reset before", times: 1 });
  await expect(commit()).rejects.toThrow();
  expect(removed).toBe(1);
});

test("a claim that PostgreSQL lost in a crash does not stand, although another transaction with its number was committed (F6)", async () => {
  const other = await begin();
  await other.end();
  failing.fail({ text: "COMMIT", failure: "reset before", times: 1 });
  await expect(commit(other.id)).rejects.toThrow();
  expect(removed).toBe(1);
  expect(await stateOf()).toEqual({ state: "queued", lease: 0 });
});

test("a claim that PostgreSQL lost in a crash does not stand, although another worker has made it again with the same lease number (F6)", async () => {
  const other = await begin();
  const { failed } = failing.fail({ text: "COMMIT", failure: "reset before", times: 1 });
  const committing = commit(other.id);
  committing.catch(() => undefined);
  await failed;
  let taken = 0;
  // The lost claim holds its row until PostgreSQL has found that its connection is broken.
  while (taken === 0) taken = (await claimReady(database, { limit: 1 })).rows.length;
  await other.end();
  await expect(committing).rejects.toThrow();
  expect(removed).toBe(1);
  expect(await stateOf()).toEqual({ state: "sending", lease: 1 });
});

test("renewing a lease does not change the time of its claim", async () => {
  const { rows, transaction } = await claimReady(database, { limit: 1 });
  await renewLeases(database, rows.map(claimOf), 0);
  await promoteDue(database);
  const { rows: found } = await database.pool.query("SELECT updated_at = $1 AS same FROM recipients", [
    transaction?.takenAt,
  ]);
  expect(found).toEqual([{ same: true }]);
});
