/** Composition of what a refusal means for its address, for the delivery side: suppressed at once, or counted. */
import type { Settled } from "./features/delivery/index.ts";
import { loadLastArrival } from "./features/emails/index.ts";
import { addSuppressions, createCountSoftBounce } from "./features/suppressions/index.ts";
import type { Database } from "./platform/db/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

export function composeRefusals({ database, log }: { database: Database; log: Logger }) {
  const countSoftBounce = createCountSoftBounce({
    database,
    lastDeliveredAt: (to) => loadLastArrival(database.db, to),
  });
  return function noteRefusal(settled: Settled): void {
    const { emailId, state, result } = settled;
    if ((state !== "bounced" && state !== "expired") || result.route === "simulator") return;
    note(settled).catch((error: unknown) =>
      log.warn({ event: "suppressions.failed", emailId, err: error }, "could not note a refused address"),
    );
  };

  async function note({ accountId, address, emailId, state, result }: Settled): Promise<void> {
    const detail = result.line ?? result.reason;
    if (state === "bounced" && result.suppresses)
      await addSuppressions(database.db, [
        { accountId, address, reason: "hard_bounce", source: { type: "email", id: emailId }, detail },
      ]);
    // What is wrong with the sender or the network says nothing of the address (checklist G9).
    else if (result.isRecipientsFault) await countSoftBounce({ accountId, address, emailId, detail });
  }
}
