import { EMAIL_OF_CLAIM, type EmailOfClaim } from "../../src/features/emails/index.ts";
import {
  type Claim,
  ClaimCursor,
  type ClaimedRow,
  type ClaimLimits,
  claimQuarantined,
  claimRecipients,
  type Queries,
} from "../../src/features/recipients/index.ts";

/** Nothing is paused, and all throttles have capacity. */
export const noLimits: ClaimLimits = {
  perDomain: 1_000,
  domains: [],
  pausedAccounts: [],
  pausedAccountDomains: [],
};

export type TestRow = ClaimedRow<EmailOfClaim>;

type Options = { limit: number; leaseSeconds?: number; cursor?: ClaimCursor; limits?: ClaimLimits };

/** Claims ready recipients with their emails, like a worker. */
export function claimReady(queries: Queries, options: Options) {
  const defaults = { leaseSeconds: 20, cursor: new ClaimCursor(), limits: noLimits };
  return claimRecipients<EmailOfClaim>(queries, { ...defaults, ...options, email: EMAIL_OF_CLAIM });
}

/** Claims a quarantined email. */
export function claimAlone(queries: Queries) {
  return claimQuarantined<EmailOfClaim>(queries, {
    leaseSeconds: 20,
    limits: noLimits,
    email: EMAIL_OF_CLAIM,
  });
}

export function claimOf({ account_id, email_id, position, lease }: TestRow): Claim {
  return { accountId: account_id, emailId: email_id, position, lease };
}

export const delivered = {
  state: "delivered",
  retrySeconds: null,
  detail: { reason: "250" },
  isTry: true,
} as const;
