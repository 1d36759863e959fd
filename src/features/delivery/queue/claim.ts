import type { EmailRow, RecipientState } from "../../emails/index.ts";
import type { SuppressionReason } from "../../suppressions/index.ts";

/** A worker's right to one recipient. `lease` is the fencing token: another claim of the recipient has another number. */
export type Claim = { accountId: string; emailId: string; position: number; lease: number };

/** How an account wants its open mail treated; null: as everybody's. */
export type AccountPolicy = { on_uncertain: "retry" | "hold"; retry_seconds: number[] | null };

/** A recipient. The first of an email in a claim brings the email, so that a thousand of them do not bring it a thousand times. */
export type ClaimedRow = {
  account_id: string;
  email_id: string;
  position: number;
  lease: number;
  address: string;
  domain: string;
  /** Its place in its lane before the claim, in seconds since 1970. */
  due_at: number;
  /** Attempts that left it open. */
  tries: number;
  /** Why nothing may be sent to it now. */
  suppressed_by: SuppressionReason | null;
  seconds_left: number;
  /** The state that it was taken from; `sending` is one whose worker was lost. */
  was: RecipientState;
  /** Whether it was lost with nothing else in its worker's hand. */
  is_poison: boolean;
} & (
  | ({
      is_first: true;
      has_contents: boolean;
      html: Buffer | null;
      text: Buffer | null;
      /** Of an account that is not there any more: null. */
      account_number: number | null;
    } & EmailRow &
      AccountPolicy)
  | { is_first: false }
);

/** The columns that name claims, each an array with a value a claim. */
export function claimColumns(claims: Claim[]) {
  return [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.emailId),
    claims.map((claim) => claim.position),
    claims.map((claim) => claim.lease),
  ];
}
