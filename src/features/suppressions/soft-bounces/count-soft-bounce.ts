import { compareKey } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import type { Suppressed } from "../queries.ts";
import { countOneMore, findRefusal, forgetBounces } from "./queries.ts";
import { isDead, suppressedDays } from "./soft-bounce-rule.ts";

const dayMs = 24 * 60 * 60_000;

type CounterDeps = {
  database: Database;
  /** When mail was last delivered to an address, or null. Asked here, so that deliveries themselves pay nothing. */
  lastDeliveredAt: (to: Suppressed) => Promise<Date | null>;
};

type SoftBounce = { accountId: string; address: string; emailId: string; detail: string | null };

/**
 * Counts a refusal that may pass, once an email has come to its end with it. After enough in a row the address is suppressed for
 * some time, as `hard_bounce`.
 */
export function createCountSoftBounce({ database, lastDeliveredAt }: CounterDeps) {
  return async function countSoftBounce({ accountId, address, emailId, detail }: SoftBounce): Promise<void> {
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
        detail: `refused ${count.bounces} emails since ${count.firstAt.toISOString().slice(0, 10)}${detail ? `, at last with: ${detail}` : ""}`,
        expiresAt: new Date(count.now.getTime() + suppressedDays * dayMs),
      },
    ]);
    await forgetBounces(database, suppressed);
  };
}
