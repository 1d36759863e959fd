import type { Hit } from "../hits/hit.ts";
import { HONEYPOT } from "../links/token.ts";
import type { Observation } from "./signals.ts";

/** Programs that follow links request all of them within this time. */
const WINDOW_MS = 10_000;
/** Hits wait up to 20 s for others, and those need 10 s more. */
const KEPT_MS = 40_000;
/** A flood must not fill the memory. */
const MAX_KEPT = 50_000;

/** The hits of the last seconds in this process, by email and by address. */
export class RecentHits {
  readonly #kept: Hit[] = [];
  #first = 0;
  readonly #byRecipient = new Map<string, Hit[]>();
  readonly #byAddress = new Map<string, Hit[]>();

  add(hit: Hit): void {
    this.#kept.push(hit);
    put(this.#byRecipient, recipientOf(hit), hit);
    put(this.#byAddress, hit.address, hit);
    this.#dropOld(hit.at);
  }

  /** Summarizes the hits near this one. */
  around(hit: Hit): Pick<Observation, "linksAtOnce" | "recipientsAtOnce" | "honeypotAtOnce"> {
    const isNear = ({ at }: Hit) => Math.abs(at - hit.at) <= WINDOW_MS;
    const clicks = (this.#byRecipient.get(recipientOf(hit)) ?? []).filter(
      (other) => other.kind === "click" && isNear(other),
    );
    const fromAddress = (this.#byAddress.get(hit.address) ?? []).filter(isNear);
    return {
      linksAtOnce: new Set(clicks.map(({ link }) => link)).size,
      recipientsAtOnce: new Set(fromAddress.map(recipientOf)).size,
      honeypotAtOnce: clicks.some(({ link, address }) => link === HONEYPOT && address === hit.address),
    };
  }

  #dropOld(now: number): void {
    while (this.#first < this.#kept.length) {
      const oldest = this.#kept[this.#first] as Hit;
      if (oldest.at >= now - KEPT_MS && this.#kept.length - this.#first <= MAX_KEPT) break;
      this.#first += 1;
      take(this.#byRecipient, recipientOf(oldest), oldest);
      take(this.#byAddress, oldest.address, oldest);
    }
    if (this.#first > MAX_KEPT) this.#kept.splice(0, this.#first);
    if (this.#first > MAX_KEPT) this.#first = 0;
  }
}

function recipientOf({ accountNumber, emailId, position }: Hit): string {
  return `${accountNumber} ${emailId} ${position}`;
}

/** More hits of one key add nothing to the judgement. */
const MAX_PER_KEY = 100;

function put(map: Map<string, Hit[]>, key: string, hit: Hit): void {
  const hits = map.get(key);
  if (!hits) map.set(key, [hit]);
  else if (hits.length < MAX_PER_KEY) hits.push(hit);
}

function take(map: Map<string, Hit[]>, key: string, hit: Hit): void {
  const hits = map.get(key);
  const at = hits?.indexOf(hit) ?? -1;
  if (!hits || at < 0) return;
  hits.splice(at, 1);
  if (hits.length === 0) map.delete(key);
}
