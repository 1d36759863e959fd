import type { DomainLimit } from "../../recipients/index.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import type { Dispatch } from "../route/hop.ts";
import type { Throttles } from "../throttles/throttles.ts";

/** Above this, throttles with nothing in flight are forgotten. Their next mail makes them known again. */
const MAX_THROTTLES = 20_000;
/**
 * Domains of one throttle that limit claims: a mailbox provider may have a million. For a domain that is forgotten, a little mail is
 * claimed and given back.
 */
const MAX_KINDS = 4_000;

/**
 * Mail to a domain that was routed to a throttle: of a stream, or of an account's stream where accounts have throttles of their own.
 */
type Kind = { domain: string; of: { accountId: string | null; bulk: boolean } };

type Throttle = { recipients: number; kinds: Map<string, Kind> };

type LimitsFor = { perDomain: number; hasOneHop: boolean };

/** The recipients of each throttle that this worker has in flight, so that it claims no more than the throttle can send. */
export class InFlightByThrottle {
  readonly #throttles = new Map<string, Throttle>();
  /** Accounts with throttles of their own: the throttle that holds up others' mail to a domain says nothing about theirs. */
  readonly #withOwn = new Set<string>();
  /** Domains that are being routed, and the number of emails that wait for that. */
  readonly #unknown = new Map<string, number>();

  /** Until the returned function is called, no more is claimed for the domains of the email, because their throttles are not known. */
  holdDomains(email: ClaimedEmail): () => void {
    const domains = new Set(email.recipients.map(({ domain }) => domain));
    for (const domain of domains) this.#unknown.set(domain, (this.#unknown.get(domain) ?? 0) + 1);
    return () => {
      for (const domain of domains) {
        const left = (this.#unknown.get(domain) ?? 1) - 1;
        if (left === 0) this.#unknown.delete(domain);
        else this.#unknown.set(domain, left);
      }
    };
  }

  add({ hop, recipients, email }: Dispatch): void {
    const throttle = this.#throttles.get(hop.throttle) ?? { recipients: 0, kinds: new Map() };
    this.#throttles.set(hop.throttle, throttle);
    throttle.recipients += recipients.length;
    const { accountId } = email;
    const bulk = email.email.stream === "bulk";
    for (const former of hop.formerThrottles ?? []) this.#throttles.get(former)?.kinds.clear();
    if (hop.isOwn) this.#withOwn.add(accountId);
    for (const { domain } of recipients) {
      if (!hop.isOwn) remember(throttle, { domain, of: { accountId: null, bulk } });
      if (this.#withOwn.has(accountId)) remember(throttle, { domain, of: { accountId, bulk } });
    }
    if (this.#throttles.size > MAX_THROTTLES) this.#forgetEmpty();
  }

  remove({ hop, recipients }: Dispatch): void {
    const throttle = this.#throttles.get(hop.throttle);
    if (throttle) throttle.recipients -= recipients.length;
  }

  /**
   * Mail of which a claim may take less than `perDomain`. Mail that was routed to several throttles waits for the slowest of them,
   * otherwise that one's mail would fill the worker. `hasOneHop`: all mail takes the same way, so that the worker's own limit is enough.
   */
  limits(throttles: Throttles, { perDomain, hasOneHop }: LimitsFor): DomainLimit[] {
    const limits = new Map<string, DomainLimit>();
    for (const [group, { recipients, kinds }] of hasOneHop ? [] : this.#throttles) {
      const capacity = throttles.capacity(group) - recipients;
      if (capacity >= perDomain) continue;
      for (const [key, kind] of kinds)
        if (!this.#unknown.has(kind.domain) && capacity < (limits.get(key)?.capacity ?? perDomain))
          limits.set(key, { ...kind, group, capacity: Math.max(0, capacity) });
    }
    if (this.#withOwn.size > 0) this.#freeOwn(limits, perDomain);
    for (const domain of this.#unknown.keys()) limits.set(domain, { domain, group: domain, capacity: 0 });
    return [...limits.values()];
  }

  /** Adds the accounts whose own throttles are open, although others' mail to the same domain must wait. */
  #freeOwn(limits: Map<string, DomainLimit>, perDomain: number): void {
    for (const [group, { kinds }] of this.#throttles)
      for (const [key, kind] of kinds) {
        const { accountId, bulk } = kind.of;
        if (accountId === null || limits.has(key)) continue;
        if (limits.has(keyOf({ domain: kind.domain, of: { accountId: null, bulk } })))
          limits.set(key, { ...kind, group, capacity: perDomain });
      }
  }

  #forgetEmpty(): void {
    for (const [name, { recipients }] of this.#throttles) if (recipients === 0) this.#throttles.delete(name);
  }
}

/** The latest is last. Above the limit the oldest is forgotten. */
function remember({ kinds }: Throttle, kind: Kind): void {
  const key = keyOf(kind);
  kinds.delete(key);
  kinds.set(key, kind);
  if (kinds.size > MAX_KINDS) for (const oldest of kinds.keys()) return void kinds.delete(oldest);
}

function keyOf({ domain, of: { accountId, bulk } }: Kind): string {
  return `${domain} ${bulk} ${accountId ?? ""}`;
}
