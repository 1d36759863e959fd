import {
  type DnsClient,
  type Family,
  type MailHosts,
  providerOf,
  resolveMailHosts,
} from "../../../mail/dns/index.ts";
import type { Destination } from "./destination.ts";

/** The DNS client caches responses by their TTL. This cache saves the work of each message to a domain. */
const KEPT_MS = 10_000;
const MAX_KEPT = 20_000;

type Options = {
  dns: DnsClient;
  reasonToRefuseAddress: (address: string) => string | null;
  /** The address families over which this machine sends. */
  families: () => Family[];
  /** Host names under which this instance receives mail. */
  ownNames: readonly string[];
  /** Called with the mailbox provider of a domain after each lookup. */
  onFound: (domain: string, provider: string) => void;
};

type Kept = { destination: Destination; until: number };

/** Finds the mail servers of a domain. */
export class DestinationDirectory {
  readonly #options: Options;
  readonly #kept = new Map<string, Kept>();
  readonly #lookups = new Map<string, Promise<Destination>>();

  constructor(options: Options) {
    this.#options = options;
  }

  find(domain: string): Destination | Promise<Destination> {
    const kept = this.#kept.get(domain);
    if (kept && performance.now() < kept.until) return kept.destination;
    const lookup =
      this.#lookups.get(domain) ?? this.#lookUp(domain).finally(() => this.#lookups.delete(domain));
    this.#lookups.set(domain, lookup);
    return lookup;
  }

  async #lookUp(domain: string): Promise<Destination> {
    const { dns, reasonToRefuseAddress, families, ownNames, onFound } = this.#options;
    const found = await resolveMailHosts(dns, domain, {
      reasonToRefuseAddress,
      ownNames,
      families: families(),
    });
    const destination = destinationOf(domain, found);
    if (destination.kind === "hosts") onFound(domain, destination.provider);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(domain, { destination, until: performance.now() + KEPT_MS });
    return destination;
  }
}

function destinationOf(domain: string, found: MailHosts): Destination {
  if (found.ok) {
    const { hosts, authenticated } = found;
    const provider = providerOf(hosts) ?? domain;
    const own = hosts.filter((host) => providerOf([host]) === provider).map(({ name }) => name);
    return { kind: "hosts", domain, provider, providerHosts: new Set(own), hosts, authenticated };
  }
  const kind = found.kind === "permanent" ? "bounced" : "deferred";
  const { enhanced, reason } = found;
  const result = { kind, reason, enhanced, phase: "dns", suppresses: takesNoMail(enhanced) } as const;
  return { kind: "none", domain, result };
}

/** The domain does not exist or accepts no mail (RFC 3463 §3.2, RFC 7505 §4). */
function takesNoMail(enhanced: string): boolean {
  return enhanced === "5.1.2" || enhanced === "5.1.10";
}
