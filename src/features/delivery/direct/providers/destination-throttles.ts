import { type Failure, type Feedback, LONGEST_CLOSED_MS } from "../../throttles/feedback.ts";
import type { Destination } from "../destination.ts";
import { AccountWarnings } from "./account-warnings.ts";
import { ProviderHosts } from "./provider-hosts.ts";
import type { RememberedHost } from "./queries.ts";

/** The longest closing of a provider, and of a destination that accepted mail within the last hour. For others, see LONGEST_CLOSED_MS. */
const SHORT_CLOSED_MS = 120_000;
/** Providers and failing domains in memory. Above this number, the oldest are forgotten and learned again. */
const MAX_REMEMBERED = 20_000;

export type HostsOf = Destination & { kind: "hosts" };

/** Mail of one account to one domain, from one pool of source addresses. */
export type Mail = { destination: HostsOf; accountId: string; pool: string | null };

export type Throttle = {
  name: string;
  /** Shared by all mail to a provider, one account's mail to it, or all mail to one recipient domain. */
  scope: "provider" | "account" | "domain";
  /** The other throttles that the mail may have had. */
  formerNames: string[];
};

/** One server that was tried in an attempt. */
export type AttemptedServer = {
  host: string;
  address: string;
  /** `reached-mail`: it has seen the message. `busy`: it asked us to slow down before it saw the message. */
  outcome: "delivered" | "reached-mail" | "busy" | "unreachable" | "refused-tls";
  slowDown: boolean;
  reason: string;
};

type Attempt = { throttle: Throttle; provider: Provider; servers: AttemptedServer[] };

type Provider = { hosts: ProviderHosts; warnings: AccountWarnings };

type Options = {
  /** Whether the instance has only one account. */
  isOnlyAccount: () => boolean;
  /** Called when a server has accepted a message. */
  onDelivered: (throttle: string, address: string) => void;
  now?: () => number;
};

/**
 * Chooses the throttle of mail, and derives what the throttle learns from an attempt.
 *
 * Any domain may list a provider's hosts in its MX records. Therefore a domain begins with a throttle of its own. It joins its provider's
 * throttle when the first address to be tried has accepted mail for the provider before, and leaves it when its servers fail.
 */
export class DestinationThrottles {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #providers = new Map<string, Provider>();
  /** Domains that failed in a provider's throttle, by throttle and domain. */
  readonly #failing = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  throttleOf(mail: Mail): Throttle {
    const { accountId } = mail;
    const provider = sharedName(mail);
    const own = { domain: ownName(mail), account: `${provider} for ${accountId}` };
    const state = this.#providers.get(provider);
    if (!state || !this.#isMember(state, mail, own.domain))
      return { name: own.domain, scope: "domain", formerNames: [] };
    if (state.warnings.isApart(accountId))
      return { name: own.account, scope: "account", formerNames: [own.domain] };
    return { name: provider, scope: "provider", formerNames: [own.domain, own.account] };
  }

  /** Returns what the throttle learns from an attempt that tried these servers, in order. Null: nothing. */
  learn(mail: Mail, throttle: Throttle, servers: AttemptedServer[]): Feedback | null {
    const last = servers.at(-1);
    if (!last) return null;
    const provider = this.#providerOf(sharedName(mail));
    this.#recordServers(mail, provider, servers);
    const slowDown = this.#isThrottleTooFast(mail, { throttle, provider, servers });
    if (last.outcome === "delivered" || last.outcome === "reached-mail") {
      this.#failing.delete(ownName(mail));
      provider.warnings.recordSent(mail.accountId);
      return { sent: true, slowDown, failure: null };
    }
    return { sent: false, slowDown, failure: this.#failureOf(mail, { throttle, provider, servers }) };
  }

  /**
   * Returns what a shared throttle learns from a server that sends no greeting. The attempt continues but loses its place in the throttle,
   * because a tenant may own the server. Null for the throttle of a recipient domain.
   */
  learnNoGreeting(
    mail: Mail,
    throttle: Throttle,
    { host, address }: Pick<AttemptedServer, "host" | "address">,
  ): Feedback | null {
    if (throttle.scope === "domain") return null;
    const provider = this.#providerOf(sharedName(mail));
    provider.hosts.recordSilence(address);
    const silent: AttemptedServer = {
      host,
      address,
      outcome: "unreachable",
      slowDown: false,
      reason: "did not greet",
    };
    return {
      sent: false,
      slowDown: false,
      failure: this.#failureOf(mail, { throttle, provider, servers: [silent] }),
    };
  }

  /** Takes over a delivery of another worker, or of this one before a restart. */
  remember({ throttle, address, agoMs }: RememberedHost): void {
    this.#providerOf(throttle).hosts.recordDelivery(address, this.#now() - agoMs);
  }

  /** The host that is tried first decides, because its connection holds a place in the throttle. */
  #isMember({ hosts }: Provider, { destination }: Mail, ownThrottle: string): boolean {
    const [first] = destination.hosts;
    if (!first || !destination.providerHosts.has(first.name) || this.#failing.has(ownThrottle)) return false;
    return first.addresses.some(({ address }) => hosts.isMember(address));
  }

  #recordServers(mail: Mail, { hosts }: Provider, servers: AttemptedServer[]): void {
    for (const { host, address, outcome } of servers) {
      if (outcome !== "delivered" && outcome !== "reached-mail") continue;
      hosts.recordReply(address);
      // A domain may list other hosts beside its provider's. Only hosts below the provider's name count for the provider.
      if (outcome !== "delivered" || !mail.destination.providerHosts.has(host)) continue;
      hosts.recordDelivery(address);
      this.#options.onDelivered(sharedName(mail), address);
    }
  }

  /** A warning counts for a provider's throttle only if it comes from the provider's own server, and that server has accepted mail. */
  #isThrottleTooFast(mail: Mail, { throttle, provider, servers }: Attempt): boolean {
    const slow = servers.filter(({ slowDown }) => slowDown);
    if (throttle.scope === "domain") return slow.length > 0;
    const { destination, accountId } = mail;
    const counts = ({ host, address }: AttemptedServer) =>
      destination.providerHosts.has(host) && provider.hosts.hasTakenMail(address);
    if (!slow.some(counts)) return false;
    const who = provider.warnings.recordWarning(accountId, this.#options.isOnlyAccount());
    return throttle.scope === "account" || who === "provider";
  }

  #failureOf(mail: Mail, { throttle, provider, servers }: Attempt): Failure | null {
    const addresses = servers.flatMap(({ outcome, address }) => (outcome === "unreachable" ? [address] : []));
    const by = { account: mail.accountId, domain: mail.destination.domain };
    const isDown = provider.hosts.recordFailure(addresses, by, this.#options.isOnlyAccount());
    const { reason = "" } = servers[0] ?? {};
    if (throttle.scope === "domain") {
      const isRecent = provider.hosts.hasDeliveredLately(addresses);
      return { reason, isConfirmed: true, longestMs: isRecent ? SHORT_CLOSED_MS : LONGEST_CLOSED_MS };
    }
    // A TLS policy is the recipient domain's own, and says nothing about the provider's servers.
    const isPolicy = servers.some(({ outcome }) => outcome === "refused-tls");
    const isBusy = servers.some(({ outcome }) => outcome === "busy");
    if (isPolicy || (!isBusy && (throttle.scope === "account" || !isDown))) this.#markFailing(ownName(mail));
    if (throttle.scope === "account" || isPolicy) return null;
    return { reason, isConfirmed: isDown && !isBusy, longestMs: SHORT_CLOSED_MS };
  }

  #markFailing(ownThrottle: string): void {
    this.#failing.add(ownThrottle);
    if (this.#failing.size > MAX_REMEMBERED)
      for (const oldest of this.#failing) return void this.#failing.delete(oldest);
  }

  #providerOf(name: string): Provider {
    const known = this.#providers.get(name);
    if (known) {
      // Moves it to the end: the least recently used are forgotten first.
      this.#providers.delete(name);
      this.#providers.set(name, known);
      return known;
    }
    const made = { hosts: new ProviderHosts(this.#now), warnings: new AccountWarnings(this.#now) };
    this.#providers.set(name, made);
    if (this.#providers.size > MAX_REMEMBERED)
      for (const oldest of this.#providers.keys()) {
        this.#providers.delete(oldest);
        break;
      }
    return made;
  }
}

/** The throttle of a provider: `big.example`, or `big.example via pool`, because providers judge by source address. */
function sharedName({ destination, pool }: Pick<Mail, "destination" | "pool">): string {
  return withPool(destination.provider, pool);
}

/** The throttle of a recipient domain: `@shop.example`. */
function ownName({ destination, pool }: Mail): string {
  return withPool(`@${destination.domain}`, pool);
}

function withPool(name: string, pool: string | null): string {
  return pool === null ? name : `${name} via ${pool}`;
}
