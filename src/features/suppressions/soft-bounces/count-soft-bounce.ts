import { compareKey } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import type { Suppressed } from "../queries.ts";
import { countOneMore, findRefusal, forgetBounces } from "./queries.ts";
import { isDead, SUPPRESSED_DAYS } from "./soft-bounce-rule.ts";

const DAY_MS = 24 * 60 * 60_000;

type CounterDeps = {
  database: Database;
  /** When mail was last delivered to an address, or null. It is queried here, so that deliveries cost nothing extra. */
  lastDeliveredAt: (to: Suppressed) => Promise<Date | null>;
};

export type SoftBounce = { accountId: string; address: string; emailId: string; detail: string | null };

/**
 * Counts a soft bounce when an email has finally failed with it. After enough soft bounces in a row, the address is suppressed as
 * `hard_bounce` for some time.
 */
export async function countSoftBounce(
  { database, lastDeliveredAt }: CounterDeps,
  { accountId, address, emailId, detail }: SoftBounce,
): Promise<void> {
  const suppressed = { accountId, addressKey: compareKey(address) };
  const deliveredAt = await lastDeliveredAt(suppressed);
  const count = await countOneMore(database, { ...suppressed, deliveredAt });
  if (!isDead(count)) return;
  const last = await findRefusal(database, { ...suppressed, emailId });
  await addSuppressions(database.db, [
    {
      accountId,
      address,
      reason: "hard_bounce",
      source: { type: "email", id: emailId },
      eventId: last?.id,
      reply: last?.reply,
      detail: `rejected ${count.bounces} emails since ${count.firstAt.toISOString().slice(0, 10)}${detail ? `; last reply: ${detail}` : ""}`,
      expiresAt: new Date(count.now.getTime() + SUPPRESSED_DAYS * DAY_MS),
    },
  ]);
  await forgetBounces(database, suppressed);
}
