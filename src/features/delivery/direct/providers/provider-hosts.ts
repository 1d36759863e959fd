/** Addresses that are remembered for one provider. The limit prevents an owner of many addresses from displacing all others. */
const MAX_ADDRESSES = 4_096;
/** A destination that accepted mail within this time is probably back soon, so it is probed sooner. */
const LATELY_MS = 3_600_000;
/** A delivery longer ago says nothing about the provider's present state. */
const DAY_MS = 86_400_000;
/** A failure this soon after a reply is not an outage. Without this, one failed connection would move all mail of its host out of the throttle. */
const JUST_REPLIED_MS = 10_000;
/** This many failed addresses are an outage, even if other addresses were not tried. */
const MANY_ADDRESSES = 8;

/** A silent address leaves the throttle for this time, doubled with each repetition within a day. */
const SILENT_AWAY_MS = 20_000;
const LONGEST_AWAY_MS = 3_600_000;

type Host = {
  deliveredAt: number;
  repliedAt: number;
  hasFailed: boolean;
  awayUntil: number;
  /** Consecutive silences, each within a day of the one before. */
  silences: number;
};
type Failed = { address: string; account: string; domain: string };

/** The addresses of one provider that have accepted mail, and their failures since. */
export class ProviderHosts {
  readonly #hosts = new Map<string, Host>();
  readonly #now: () => number;
  /** Failures since a server of the provider last replied. */
  #failed: Failed[] = [];
  #isDown = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether an address shares the provider's throttle. During an outage, failed addresses share it, too. */
  isMember(address: string): boolean {
    const host = this.#hosts.get(address);
    return host !== undefined && (this.#isDown || (!host.hasFailed && this.#now() >= host.awayUntil));
  }

  hasTakenMail(address: string): boolean {
    return this.#hosts.has(address);
  }

  /** Whether one of the addresses accepted mail within the last hour. */
  hasDeliveredLately(addresses: readonly string[]): boolean {
    return addresses.some((address) => this.#hasDelivered(this.#hosts.get(address), LATELY_MS));
  }

  recordDelivery(address: string, at = this.#now()): void {
    const host = this.#hosts.get(address);
    if (host) host.deliveredAt = Math.max(host.deliveredAt, at);
    else
      this.#hosts.set(address, {
        deliveredAt: at,
        repliedAt: at,
        hasFailed: false,
        awayUntil: Number.NEGATIVE_INFINITY,
        silences: 0,
      });
    if (this.#hosts.size <= MAX_ADDRESSES) return;
    for (const oldest of this.#hosts.keys()) return void this.#hosts.delete(oldest);
  }

  recordReply(address: string): void {
    const host = this.#hosts.get(address);
    if (!host) return;
    host.hasFailed = false;
    host.repliedAt = this.#now();
    this.#failed = [];
    this.#isDown = false;
  }

  /** A failed address returns to the throttle with its next reply. A silent one does not, because it could block the throttle again. */
  recordSilence(address: string): void {
    const host = this.#hosts.get(address);
    const now = this.#now();
    if (!host || now < host.awayUntil) return;
    host.silences = now - host.awayUntil > DAY_MS ? 1 : host.silences + 1;
    host.awayUntil = now + Math.min(SILENT_AWAY_MS * 2 ** (host.silences - 1), LONGEST_AWAY_MS);
  }

  /**
   * An address counts as failed until it replies again. Returns whether the provider is down: hosts that had accepted mail failed for
   * two accounts (or the only one) and two recipient domains, and no host that accepted mail within a day is left.
   */
  recordFailure(addresses: readonly string[], by: Omit<Failed, "address">, isOnlyAccount: boolean): boolean {
    for (const address of addresses) {
      const host = this.#hosts.get(address);
      if (!host || this.#now() - host.repliedAt < JUST_REPLIED_MS) continue;
      host.hasFailed = true;
      this.#addEvidence({ ...by, address }, isOnlyAccount);
    }
    const count = (key: keyof Failed) => new Set(this.#failed.map((failed) => failed[key])).size;
    this.#isDown ||=
      count("account") >= (isOnlyAccount ? 1 : 2) &&
      count("domain") >= 2 &&
      (count("address") >= MANY_ADDRESSES || !this.#isAnyLeft());
    return this.#isDown;
  }

  /** Counts two failures of an address, from different accounts and domains. A repeated failure proves nothing. */
  #addEvidence(failed: Failed, isOnlyAccount: boolean): void {
    const ofAddress = this.#failed.filter(({ address }) => address === failed.address);
    const isNew = ofAddress.every(
      ({ account, domain }) => domain !== failed.domain && (isOnlyAccount || account !== failed.account),
    );
    if (isNew && ofAddress.length < 2) this.#failed.push(failed);
  }

  #isAnyLeft(): boolean {
    return this.#hosts.values().some((host) => !host.hasFailed && this.#hasDelivered(host, DAY_MS));
  }

  #hasDelivered(host: Host | undefined, withinMs: number): boolean {
    return host !== undefined && this.#now() - host.deliveredAt < withinMs;
  }
}
