import type { ReasonForNoMail } from "../../suppressions/index.ts";
import type { RecipientState } from "../states.ts";

/** A worker's right to one recipient. `lease` is the fencing token: each claim of a recipient has a new number. */
export type Claim = { accountId: string; emailId: string; position: number; lease: number };

/** An account's policy for its open mail. Null: the default. */
export type AccountPolicy = { on_uncertain: "retry" | "hold"; retry_seconds: number[] | null };

/**
 * A claimed recipient. Only the first recipient of an email in a claim includes the email, so that it is not sent a thousand times for a
 * thousand recipients. `Email` has the columns that the caller requests (`EmailOfClaim`).
 */
export type ClaimedRow<Email> = {
  account_id: string;
  email_id: string;
  position: number;
  lease: number;
  address: string;
  domain: string;
  /** Its place in its partition before the claim, in seconds since 1970. */
  due_at: number;
  /** Attempts so far that left it open. */
  tries: number;
  /** Why the address is suppressed. */
  suppressed_by: ReasonForNoMail | null;
  seconds_left: number;
  /** The state in which it was claimed; `sending` means that the lease of another worker had expired. */
  previous_state: RecipientState;
  /** Whether workers crashed repeatedly while they held only its email. */
  is_poison: boolean;
} & (
  | ({
      is_first: true;
      /** Null: the account is deleted. */
      account_number: number | null;
    } & Email &
      AccountPolicy)
  | { is_first: false }
);

/**
 * The part of each email that a claim loads, as SQL: columns, and joins with their tables. `e` is the row of `emails`. It is null on all
 * but the first recipient of each email.
 */
export type EmailSql = { columns: string; joins: string };

/** The columns that identify claims, each an array with a value per claim. */
export function claimColumns(claims: Claim[]) {
  return [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.emailId),
    claims.map((claim) => claim.position),
    claims.map((claim) => claim.lease),
  ];
}
