import { createHash } from "node:crypto";
import type { Relay } from "../../routing/index.ts";
import { isTried, type TransmitResult } from "../outcome.ts";
import type { Signer, Transmission } from "../transmit/transport.ts";
import type { Probe } from "./probe.ts";
import { failedBeforeMail } from "./relay-failure.ts";
import type { RelayInUse } from "./relay-in-use.ts";

type Seed = {
  spread: "order" | "weight";
  /** The same for all recipients of an email in one attempt, so that they share an envelope. */
  emailId: string;
  attempt: number;
};

/** The order in which relays are tried: as listed, or beginning with one that is drawn by weight. */
export function orderRelays<R extends Pick<Relay, "weight">>(
  relays: R[],
  { spread, emailId, attempt }: Seed,
): R[] {
  if (spread === "order" || relays.length < 2) return relays;
  const total = relays.reduce((sum, { weight }) => sum + weight, 0);
  let rest = drawFrom(`${emailId} ${attempt}`) * total;
  const first = relays.findIndex(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  return [...relays.slice(first), ...relays.slice(0, first)];
}

/** 0..1, the same for the same text. Ids of emails that were created together are similar, their hashes are not. */
function drawFrom(text: string): number {
  return createHash("sha1").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Sends a message to the first relay that accepts it. The next relay is tried only if no relay has seen the message; any later outcome
 * is final for this attempt. `probe` belongs to the first relay.
 */
export async function transmitByFirst(
  relays: readonly RelayInUse[],
  transmission: Transmission,
  probe: Probe | null = null,
): Promise<TransmitResult[]> {
  const render = onceForEach(transmission.render);
  const failedRelays: string[] = [];
  let results: TransmitResult[] = [];
  for (const [index, relay] of relays.entries()) {
    const isFirst = index === 0;
    // Mail takes its turn in the rate limit of the first relay.
    const sending = { probe: isFirst ? probe : null, isInRate: isFirst };
    results = await relay.transmit({ ...transmission, render }, sending);
    if (!failedBeforeMail(results) || !transmission.mayTransmit()) break;
    if (index < relays.length - 1) failedRelays.push(`${relay.route}: ${results[0]?.reason ?? ""}`);
  }
  if (failedRelays.length === 0) return results;
  const before = ` (tried before: ${failedRelays.join("; ")})`;
  return results.map((result) => (isTried(result) ? { ...result, reason: result.reason + before } : result));
}

/** Making and signing a message is the most expensive step of sending it. Relays that sign it themselves share a copy. */
function onceForEach(make: Transmission["render"]): Transmission["render"] {
  const made = new Map<Signer, Promise<Buffer>>();
  return (signer = "us") => {
    const message = made.get(signer) ?? make(signer);
    made.set(signer, message);
    return message;
  };
}
