import type { DnsClient } from "../../dns/index.ts";
import { parseStsPolicy, type StsRules } from "./sts-policy.ts";
import { readStsRecord } from "./sts-record.ts";

/** A fetched policy, stored by its domain. */
export type StsPolicy = StsRules & {
  domain: string;
  /** The id in the TXT record that announced the policy. */
  id: string;
  fetchedAt: Date;
};

/** Implemented by the guarded agent of src/platform/fetch: only status 200, no redirects (RFC 8461 §3.3). */
export type FetchPolicy = (
  url: string,
  limits: { maxBytes: number; timeoutMs: number },
) => Promise<{ ok: true; bytes: Buffer; contentType: string | null } | { ok: false; reason: string }>;

export type MtaStsOptions = {
  dns: Pick<DnsClient, "query">;
  fetch: FetchPolicy;
  load: (domain: string) => Promise<StsPolicy | null>;
  save: (policy: StsPolicy) => Promise<void>;
  now?: () => Date;
};

/** `note` is a sentence about an error in the domain's policy; the policy may then be an older, stored one. */
export type StsFinding = { policy: StsPolicy | null; note: string | null };

/** RFC 8461 §3.3 suggests at most 1 minute and 64 kB. The timeout is shorter, because mail waits for the fetch. */
const LIMITS = { maxBytes: 65_536, timeoutMs: 30_000 };
/** RFC 8461 §3.3: a policy that cannot be fetched is retried after five minutes at the earliest. */
const RETRY_MS = 5 * 60_000;
/** RFC 8461 §3.3: stored policies are renewed once a day, so that an attacker must block the renewal for all of max_age. */
const REFRESH_MS = 24 * 60 * 60_000;
/** Limit of remembered failures. Beyond it, the oldest is evicted, because senders can name any number of domains. */
const MAX_FAILURES = 10_000;

/** The MTA-STS policies of domains (RFC 8461), kept until they expire. */
export class MtaSts {
  readonly #options: MtaStsOptions;
  readonly #now: () => Date;
  readonly #inFlight = new Map<string, Promise<StsFinding>>();
  readonly #failures = new Map<string, { note: string; retryAt: number }>();

  constructor(options: MtaStsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /** The current policy of a domain. Rejects only when `load` or `save` do. */
  policyOf(domain: string): Promise<StsFinding> {
    return this.#inFlight.get(domain) ?? this.#begin(domain);
  }

  #begin(domain: string): Promise<StsFinding> {
    const finding = this.#find(domain).finally(() => this.#inFlight.delete(domain));
    this.#inFlight.set(domain, finding);
    return finding;
  }

  /** RFC 8461 §3.3: a failure does not affect a stored policy that has not expired. */
  async #find(domain: string): Promise<StsFinding> {
    const stored = await this.#options.load(domain);
    const policy = stored && this.#ageMs(stored) < stored.maxAgeSeconds * 1_000 ? stored : null;
    const id = await this.#announcedId(domain);
    if (id === null) return { policy, note: null };
    if (policy?.id === id && this.#ageMs(policy) < REFRESH_MS) return { policy, note: null };
    const fetched = await this.#fetchPolicy(domain, id);
    if (typeof fetched === "string") return { policy, note: fetched };
    await this.#options.save(fetched);
    return { policy: fetched, note: null };
  }

  #ageMs({ fetchedAt }: StsPolicy): number {
    return this.#now().getTime() - fetchedAt.getTime();
  }

  async #announcedId(domain: string): Promise<string | null> {
    const found = await this.#options.dns.query(`_mta-sts.${domain}`, "TXT");
    return found.ok ? readStsRecord(found.records) : null;
  }

  /** Returns the policy, or a sentence about the error. */
  async #fetchPolicy(domain: string, id: string): Promise<StsPolicy | string> {
    const key = `${domain} ${id}`;
    const failure = this.#failures.get(key);
    if (failure && failure.retryAt > this.#now().getTime()) return failure.note;
    this.#failures.delete(key);
    const rules = await this.#fetchRules(domain);
    if (typeof rules !== "string") return { ...rules, domain, id, fetchedAt: this.#now() };
    this.#failures.set(key, { note: rules, retryAt: this.#now().getTime() + RETRY_MS });
    const oldest = this.#failures.keys().next();
    if (this.#failures.size > MAX_FAILURES && !oldest.done) this.#failures.delete(oldest.value);
    return rules;
  }

  async #fetchRules(domain: string): Promise<StsRules | string> {
    const file = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
    const fetched = await this.#options.fetch(file, LIMITS);
    if (!fetched.ok) return `The MTA-STS policy of ${domain} cannot be fetched: ${file} ${fetched.reason}.`;
    // RFC 8461 §3.2: the type is checked because users of a web server may be able to upload other files to this path.
    const type = fetched.contentType?.split(";")[0]?.trim().toLowerCase();
    if (type !== "text/plain") return `The MTA-STS policy of ${domain} is not served as text/plain.`;
    const parsed = parseStsPolicy(fetched.bytes.toString("utf8"));
    return parsed.ok ? parsed.rules : `The MTA-STS policy of ${domain} ${parsed.reason}.`;
  }
}
