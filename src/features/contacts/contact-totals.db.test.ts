import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { newId } from "../../platform/ids/index.ts";
import { createContact } from "./create-contact.ts";
import { loadContactTotal } from "./page-queries.ts";
import { removeContact } from "./remove-contact.ts";

const database = useDatabase({ max: 12 });

async function createAccount(): Promise<string> {
  const id = newId();
  await database.db.insertInto("accounts").values({ id, name: "Test" }).execute();
  return id;
}

function create(account: string, email: string) {
  return createContact(database, account, { input: { email }, onConflict: "skip" });
}

test("the stored total is the number of contacts, even after concurrent creates and deletes", async () => {
  const account = await createAccount();
  const other = await createAccount();
  await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      await Promise.all([create(account, `c${n % 200}@example.com`), create(other, `c${n}@example.com`)]);
      if (n % 3 === 0) await removeContact(database.db, account, { emailKey: `c${n % 200}@example.com` });
    }),
  );
  const counted = await database.db
    .selectFrom("contacts")
    .select(({ fn }) => ["account_id", fn.countAll<number>().as("total")])
    .groupBy("account_id")
    .execute();
  expect(counted).toHaveLength(2);
  for (const { account_id, total } of counted)
    expect(await loadContactTotal(database.db, account_id)).toBe(total);
});

test("a rolled back statement is not counted", async () => {
  const account = await createAccount();
  const undone = database.db.transaction().execute(async (transaction) => {
    await createContact({ ...database, db: transaction }, account, {
      input: { email: "ada@example.com" },
      onConflict: "error",
    });
    expect(await loadContactTotal(transaction, account)).toBe(1);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await loadContactTotal(database.db, account)).toBe(0);
});

test("concurrent writers of one account do not wait for each other's commit", async () => {
  const account = await createAccount();
  await create(account, "first@example.com");
  await database.db.transaction().execute(async (slow) => {
    const input = { email: "slow@example.com" };
    await createContact({ ...database, db: slow }, account, { input, onConflict: "error" });
    // The transaction above is still open. With a single counter row, the two would deadlock.
    await create(account, "quick@example.com");
    expect(await loadContactTotal(database.db, account)).toBe(2);
  });
  expect(await loadContactTotal(database.db, account)).toBe(3);
});

test("an account is deleted with its contacts and their total", async () => {
  const account = await createAccount();
  for (const n of [1, 2, 3]) await create(account, `c${n}@example.com`);
  await database.db.deleteFrom("accounts").where("id", "=", account).execute();
  const left = await database.db
    .selectFrom("contact_totals")
    .selectAll()
    .where("account_id", "=", account)
    .execute();
  expect(left).toEqual([]);
  expect(await loadContactTotal(database.db, account)).toBe(0);
});
