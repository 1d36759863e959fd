import type { Hit } from "../hits/hit.ts";
import { HONEYPOT } from "../links/token.ts";
import type { Observation } from "./signals.ts";

/** Programs that follow links request all of them within this time. A longer one would include links that a person opens in turn. */
const WINDOW_MS = 10_000;
/** Hits wait up to 20 s for others, and those need 10 s more. */
const KEPT_MS = 40_000;
/** A flood must not fill the memory. */
const MAX_KEPT = 50_000;

/** More hits of one key do not change a verdict, so only the newest are kept. */
const MAX_PER_KEY = 100;

type Kept = { hit: Hit; recipient: string };

/**
 * The clicks of the last seconds in this process, by email and by address. Opens are left out: a person who pages through a mailbox opens
 * many messages, and proxies load the images of many people from one address.
 */
export class RecentHits {
  readonly #kept: Kept[] = [];
  #first = 0;
  readonly #byRecipient = new Map<string, Kept[]>();
  readonly #byAddress = new Map<string, Kept[]>();

  add(hit: Hit): void {
    if (hit.kind !== "click") return;
    const kept = { hit, recipient: recipientOf(hit) };
    this.#kept.push(kept);
    put(this.#byRecipient, kept.recipient, kept);
    put(this.#byAddress, addressOf(hit), kept);
    this.#dropOld(hit.at);
  }

  /** Summarizes the clicks near this hit. */
  around(hit: Hit): Pick<Observation, "linksAtOnce" | "recipientsAtOnce" | "honeypotAtOnce"> {
    const isNear = ({ hit: { at } }: Kept) => Math.abs(at - hit.at) <= WINDOW_MS;
    const links = new Set<number>();
    let honeypotAtOnce = false;
    for (const kept of this.#byRecipient.get(recipientOf(hit)) ?? []) {
      const { link, address } = kept.hit;
      if (!isNear(kept)) continue;
      links.add(link);
      honeypotAtOnce ||= link === HONEYPOT && address === hit.address;
    }
    const recipients = new Set<string>();
    for (const kept of this.#byAddress.get(addressOf(hit)) ?? [])
      if (isNear(kept)) recipients.add(kept.recipient);
    return { linksAtOnce: links.size, recipientsAtOnce: recipients.size, honeypotAtOnce };
  }

  #dropOld(now: number): void {
    while (this.#first < this.#kept.length) {
      const oldest = this.#kept[this.#first] as Kept;
      if (oldest.hit.at >= now - KEPT_MS && this.#kept.length - this.#first <= MAX_KEPT) break;
      this.#first += 1;
      take(this.#byRecipient, oldest.recipient, oldest);
      take(this.#byAddress, addressOf(oldest.hit), oldest);
    }
    if (this.#first > MAX_KEPT) {
      this.#kept.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

function recipientOf({ accountNumber, emailId, position }: Hit): string {
  return `${accountNumber} ${emailId} ${position}`;
}

/** People share addresses, so each account's clicks are compared on their own. */
function addressOf({ accountNumber, address }: Hit): string {
  return `${accountNumber} ${address}`;
}

function put(map: Map<string, Kept[]>, key: string, kept: Kept): void {
  const hits = map.get(key);
  if (!hits) map.set(key, [kept]);
  else {
    hits.push(kept);
    if (hits.length > MAX_PER_KEY) hits.shift();
  }
}

/** Does nothing if newer hits have replaced it. */
function take(map: Map<string, Kept[]>, key: string, kept: Kept): void {
  const hits = map.get(key);
  const at = hits?.indexOf(kept) ?? -1;
  if (!hits || at < 0) return;
  hits.splice(at, 1);
  if (hits.length === 0) map.delete(key);
}
