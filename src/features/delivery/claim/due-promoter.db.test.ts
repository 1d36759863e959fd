import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../test/harness/eventually.ts";
import { openDatabaseWithClock } from "../../../../test/harness/settable-clock.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { DuePromoter } from "./due-promoter.ts";

test("after the database's clock was set forward, leases are renewed before ended ones count as crashes (F12)", async () => {
  const { database, setForward } = await openDatabaseWithClock();
  onTestFinished(() => database.close());
  const addresses = ["flying@example.com", "first@example.com", "second@example.com"];
  const email = draftEmail(newId(), { to: addresses, subject: "Hello", text: "Hi" });
  await storeEmails(database, [email]);
  const [flying, first, second] = [0, 1, 2];
  const readyOnes = async () => {
    const { rows } = await database.pool.query(
      "SELECT position FROM recipients WHERE ready ORDER BY position",
    );
    return rows.map(({ position }) => position);
  };
  const change = (position: number | undefined, set: string) =>
    database.pool.query(`UPDATE recipients SET ready = false, ${set} WHERE position = $1`, [position]);
  await change(flying, "state = 'sending', lease = 1, due_at = now() + interval '1 hour'");
  await change(first, "due_at = now()");
  await change(second, "due_at = now() + interval '1 hour'");
  const readyAtRenewals: number[][] = [];
  const promoter = new DuePromoter({
    database,
    listening: async () => [],
    onPromoted: () => undefined,
    renewLeases: async () => {
      readyAtRenewals.push(await readyOnes());
      await change(flying, "due_at = now() + interval '1 hour'");
      return true;
    },
  });
  promoter.start();
  onTestFinished(() => promoter.stop());
  await eventually(async () => expect(await readyOnes()).toEqual([first]));
  await setForward("2 hours");
  await eventually(async () => expect(await readyOnes()).toEqual([first, second]));
  expect(readyAtRenewals).toEqual([[first]]);
});
