/**
 * Mail to a domain: all of it, that of a stream, or that of one account's stream. A limit of an account's stream overrides one of the
 * stream, and a limit of the whole domain overrides both. No two limits apply to exactly the same mail.
 */
export type DomainLimit = {
  domain: string;
  of?: { accountId: string | null; bulk: boolean };
  /** Limits of one group share their `capacity`. */
  group: string;
  /** Recipients that may be claimed now. */
  capacity: number;
};

/** Limits on the mail that a claim takes. Names are domains of recipients. */
export type ClaimLimits = {
  /** The `capacity` of each domain without its own limit. */
  perDomain: number;
  domains: DomainLimit[];
  pausedAccounts: string[];
  /** `account domain` */
  pausedAccountDomains: string[];
};

/** Mail that users or operators have paused. */
export type Pauses = {
  /** Nothing is claimed. */
  all: boolean;
  accounts: string[];
  /** `account domain` */
  accountDomains: string[];
  domains: string[];
};

export const nothingPaused = async (): Promise<Pauses> => ({
  all: false,
  accounts: [],
  accountDomains: [],
  domains: [],
});

/** Adds a limit with a `capacity` of 0 for each paused domain. No domain may occur twice in the limits. */
export function withoutPaused(limits: DomainLimit[], paused: string[]): DomainLimit[] {
  if (paused.length === 0) return limits;
  const names = new Set(paused);
  return [
    ...limits.filter(({ domain }) => !names.has(domain)),
    ...paused.map((domain) => ({ domain, group: domain, capacity: 0 })),
  ];
}

/** Whether mail to the domain is stopped for all accounts. */
export function isClosedForAll({ capacity, of }: DomainLimit): boolean {
  return capacity <= 0 && !of?.accountId;
}
