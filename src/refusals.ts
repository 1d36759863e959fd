/** Composition of what a refusal that may pass means for its address, for the delivery side. Those for good are settled with it. */
import type { Settled } from "./features/delivery/index.ts";
import { loadLastArrival } from "./features/emails/index.ts";
import { createCountSoftBounce } from "./features/suppressions/index.ts";
import type { Database } from "./platform/db/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

export function composeRefusals({ database, log }: { database: Database; log: Logger }) {
  const countSoftBounce = createCountSoftBounce({
    database,
    lastDeliveredAt: (to) => loadLastArrival(database.db, to),
  });
  return function noteRefusal({ accountId, address, emailId, state, result }: Settled): void {
    if ((state !== "bounced" && state !== "expired") || result.route === "simulator") return;
    // What is wrong with the sender or the network says nothing of the address (checklist G9).
    if (result.suppresses || !result.isRecipientError) return;
    const detail = result.line ?? result.reason;
    countSoftBounce({ accountId, address, emailId, detail }).catch((error: unknown) =>
      log.warn({ event: "suppressions.failed", emailId, err: error }, "could not count a refused address"),
    );
  };
}
