import type { Settled } from "../../features/delivery/index.ts";
import { loadLastArrival } from "../../features/emails/index.ts";
import { countSoftBounce, type SoftBounce, type Suppressed } from "../../features/suppressions/index.ts";
import { once } from "./services.ts";

export const countSoftBounceOf = once(({ database }) => {
  const lastDeliveredAt = (to: Suppressed) => loadLastArrival(database.db, to);
  return (bounce: SoftBounce) => countSoftBounce({ database, lastDeliveredAt }, bounce);
});

/** Counts a temporary refusal for its address. Permanent refusals become suppressions in the commit that settles them. */
export const recordSoftBounceOf = once((services) => {
  const countOne = countSoftBounceOf(services);
  return function recordSoftBounce({ accountId, address, emailId, state, result }: Settled): void {
    if ((state !== "bounced" && state !== "expired") || result.route === "simulator") return;
    // A problem of the sender or the network says nothing about the address.
    if (result.suppresses || !result.isRecipientError) return;
    const detail = result.line ?? result.reason;
    countOne({ accountId, address, emailId, detail }).catch((error: unknown) =>
      services.log.warn(
        { event: "suppressions.failed", emailId, err: error },
        "could not count a soft bounce",
      ),
    );
  };
});
