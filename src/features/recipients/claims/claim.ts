import type { SuppressionReason } from "../../suppressions/index.ts";
import type { RecipientState } from "../states.ts";

/** A worker's right to one recipient. `lease` is the fencing token: another claim of the recipient has another number. */
export type Claim = { accountId: string; emailId: string; position: number; lease: number };

/** How an account wants its open mail treated; null: the default. */
export type AccountPolicy = { on_uncertain: "retry" | "hold"; retry_seconds: number[] | null };

/**
 * A recipient. The first of an email in a claim brings the email, so that a thousand of them do not bring it a thousand times. `Email`
 * is what the claim's caller asks for of it (`EmailOfClaim`).
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
  /** Attempts that left it open. */
  tries: number;
  /** Why nothing may be sent to it now. */
  suppressed_by: SuppressionReason | null;
  seconds_left: number;
  /** The state in which it was claimed; `sending` means that the lease of another worker had expired. */
  was: RecipientState;
  /** Whether workers crashed again and again with nothing but its email. */
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
 * The part of each email that a claim brings along, as SQL: columns, and joins with their tables. `e` is the row of `emails`, and null on all but the
 * first recipient of each email.
 */
export type EmailSql = { columns: string; joins: string };

/** The columns that name claims, each an array with a value for each claim. */
export function claimColumns(claims: Claim[]) {
  return [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.emailId),
    claims.map((claim) => claim.position),
    claims.map((claim) => claim.lease),
  ];
}
