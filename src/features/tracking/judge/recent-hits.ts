import type { Hit } from "../hits/hit.ts";
import { HONEYPOT } from "../links/token.ts";
import type { Observation } from "./signals.ts";

/** Programs that follow links request all of them within this time. A longer one would include links that a person opens in turn. */
const WINDOW_SECONDS = 10;
/** Hits wait up to 20 s for others, and those need 10 s more. */
const KEPT_SECONDS = 40;
/** A flood must not fill the memory. About 20 MB. */
const MAX_KEPT = 100_000;
/** More links of one message, and more messages of one address, do not change a verdict. */
const MAX_COMPARED = 100;

/** Links by message. */
type Links = Map<string, Set<number>>;
/** The clicks of one second. */
type Second = { count: number; byRecipient: Links; byAddress: Map<string, Links> };

/**
 * The clicks of the last seconds on this machine, by email and by address. Opens are left out: a person who pages through a mailbox opens
 * many messages, and proxies load the images of many people from one address.
 */
export class RecentHits {
  readonly #seconds = new Map<number, Second>();
  #newest = 0;
  #kept = 0;

  add(hit: Hit): void {
    if (hit.kind !== "click") return;
    const second = this.#secondOf(hit);
    const recipient = recipientOf(hit);
    linksOf(second.byRecipient, recipient).add(hit.link);
    const ofAddress = second.byAddress.get(addressOf(hit)) ?? new Map();
    second.byAddress.set(addressOf(hit), ofAddress);
    linksOf(ofAddress, recipient).add(hit.link);
    second.count += 1;
    this.#kept += 1;
    this.#newest = Math.max(this.#newest, secondOf(hit));
  }

  /** Summarizes the clicks near this hit. */
  around(hit: Hit): Omit<Observation, "hit" | "secondsSinceDelivery"> {
    const recipient = recipientOf(hit);
    const links = new Set<number>();
    const ofAddress: Links = new Map();
    let honeypotAtOnce = false;
    for (let at = secondOf(hit) - WINDOW_SECONDS; at <= secondOf(hit) + WINDOW_SECONDS; at += 1) {
      const second = this.#seconds.get(at);
      addSome(links, second?.byRecipient.get(recipient), MAX_COMPARED);
      const here = second?.byAddress.get(addressOf(hit));
      honeypotAtOnce ||= here?.get(recipient)?.has(HONEYPOT) ?? false;
      for (const [other, links] of here ?? []) {
        if (ofAddress.size >= MAX_COMPARED) break;
        addSome(linksOf(ofAddress, other), links, 2);
      }
    }
    return {
      linksAtOnce: links.size,
      recipientsAtOnce: ofAddress.size,
      followedAtOnce: [...ofAddress.values()].filter(({ size }) => size > 1).length,
      honeypotAtOnce,
    };
  }

  /** Forgets clicks that are old compared with the newest one and with all that are needed. `neededSince`: in milliseconds. */
  forget(neededSince: number): void {
    const oldest = Math.min(this.#newest - KEPT_SECONDS, Math.floor(neededSince / 1_000));
    for (const at of [...this.#seconds.keys()].sort((a, b) => a - b)) {
      if (at >= oldest && this.#kept <= MAX_KEPT) return;
      this.#kept -= this.#seconds.get(at)?.count ?? 0;
      this.#seconds.delete(at);
    }
  }

  #secondOf(hit: Hit): Second {
    const known = this.#seconds.get(secondOf(hit));
    if (known) return known;
    const second = { count: 0, byRecipient: new Map(), byAddress: new Map() };
    this.#seconds.set(secondOf(hit), second);
    return second;
  }
}

function addSome(links: Set<number>, more: Iterable<number> = [], max: number): void {
  for (const link of more) {
    if (links.size >= max) return;
    links.add(link);
  }
}

function secondOf({ at }: Hit): number {
  return Math.floor(at / 1_000);
}

function recipientOf({ accountNumber, emailId, position }: Hit): string {
  return `${accountNumber} ${emailId} ${position}`;
}

/** People share addresses, so each account's clicks are compared on their own. */
function addressOf({ accountNumber, address }: Hit): string {
  return `${accountNumber} ${address}`;
}

function linksOf(map: Links, recipient: string): Set<number> {
  const known = map.get(recipient);
  if (known) return known;
  const links = new Set<number>();
  map.set(recipient, links);
  return links;
}
