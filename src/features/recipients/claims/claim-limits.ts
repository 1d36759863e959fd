/**
 * Mail to a domain: all of it, that of a stream, or that of one account's stream. A limit of an account's stream counts for more than
 * one of the stream, and one of the whole domain counts most. No two limits are of the same mail.
 */
export type DomainLimit = {
  domain: string;
  of?: { accountId: string | null; bulk: boolean };
  /** Limits of one group share their `room`. */
  group: string;
  /** Recipients that may be claimed now. */
  room: number;
};

/** Mail that a claim leaves in the queue, or takes less of. Names are domains of recipients. */
export type ClaimLimits = {
  /** The room of every domain without a limit of its own. */
  perDomain: number;
  domains: DomainLimit[];
  pausedAccounts: string[];
  /** `account domain` */
  pausedAccountDomains: string[];
};

/** Mail that people have paused. */
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

/** Adds a limit without room for each paused domain; a domain must not stand in the limits twice. */
export function withoutPaused(limits: DomainLimit[], paused: string[]): DomainLimit[] {
  if (paused.length === 0) return limits;
  const names = new Set(paused);
  return [
    ...limits.filter(({ domain }) => !names.has(domain)),
    ...paused.map((domain) => ({ domain, group: domain, room: 0 })),
  ];
}

/** Whether no mail of any account may go to the domain. */
export function isClosedForAll({ room, of }: DomainLimit): boolean {
  return room <= 0 && !of?.accountId;
}
