import { createHash } from "node:crypto";
import type { Relay } from "../../routing/index.ts";

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
