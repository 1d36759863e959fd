import type { EmailRow, MessageContents } from "../../emails/index.ts";
import type { AccountPolicy, Claim, RecipientState } from "../../recipients/index.ts";
import type { SuppressionReason } from "../../suppressions/index.ts";

export type ClaimedRecipient = {
  claim: Claim;
  address: string;
  /** Of the address, as A-labels. */
  domain: string;
  /** Its place in its partition before the claim, in seconds since 1970: given back untried, it returns there. */
  dueAt: number;
  /** Attempts that left it open. */
  tries: number;
  suppressedBy: SuppressionReason | null;
  /** Until it expires. */
  secondsLeft: number;
  /** The state before; `sending` is one whose worker was lost. */
  was: RecipientState;
};

/** Recipients of one email that were claimed together. */
export type ClaimedEmail = {
  accountId: string;
  accountNumber: number | null;
  /** By performance.now(). */
  claimedAt: number;
  email: EmailRow;
  policy: AccountPolicy;
  /** Null: they are large, and loaded when the delivery begins: once, and not for all that wait. */
  contents: MessageContents | null;
  /** Whether it was lost with nothing else in its worker's hand. */
  isPoison: boolean;
  recipients: ClaimedRecipient[];
};
