import { isTried, type TransmitResult } from "../outcome.ts";
import type { Transmission } from "../transmit/transport.ts";
import type { Probe } from "./relay-breaker.ts";
import { failedBeforeMail } from "./relay-failure.ts";
import type { RelayInUse } from "./relay-in-use.ts";

/**
 * Sends a message to the first relay that accepts it. The next relay is tried only if no relay has seen the message; any later outcome
 * is final for this attempt. `probe` belongs to the first relay.
 */
export async function transmitByFirst(
  relays: readonly RelayInUse[],
  transmission: Transmission,
  probe: Probe | null = null,
): Promise<TransmitResult[]> {
  const render = once(transmission.render);
  const passedOver: string[] = [];
  let results: TransmitResult[] = [];
  for (const [index, relay] of relays.entries()) {
    results = await relay.transmit({ ...transmission, render }, index === 0 ? probe : null);
    if (!failedBeforeMail(results) || !transmission.mayTransmit()) break;
    if (index < relays.length - 1) passedOver.push(`${relay.route}: ${results[0]?.reason ?? ""}`);
  }
  if (passedOver.length === 0) return results;
  const before = ` (tried before: ${passedOver.join("; ")})`;
  return results.map((result) => (isTried(result) ? { ...result, reason: result.reason + before } : result));
}

/** Making and signing a message is the most expensive step of sending it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
