import type { EmailRow, MessageContents } from "../../emails/index.ts";
import type { AccountPolicy, Claim, RecipientState } from "../../recipients/index.ts";
import type { ReasonForNoMail } from "../../suppressions/index.ts";

export type ClaimedRecipient = {
  claim: Claim;
  address: string;
  /** The domain of the address, as A-labels. */
  domain: string;
  /** Its place in its partition before the claim, in seconds since 1970. A recipient that is given back returns there. */
  dueAt: number;
  /** Attempts that did not end it. */
  tries: number;
  suppressedBy: ReasonForNoMail | null;
  /** The time until it expires. */
  secondsLeft: number;
  /** The state before the claim. `sending`: its worker crashed. */
  previousState: RecipientState;
};

/** Emails of one claim. `askedAt`: when its statement was sent, by performance.now(). */
export type ClaimedBatch = { emails: ClaimedEmail[]; askedAt: number };

/** Recipients of one email that were claimed together. */
export type ClaimedEmail = {
  accountId: string;
  accountNumber: number | null;
  /** By performance.now(). */
  claimedAt: number;
  email: EmailRow;
  policy: AccountPolicy;
  /** Null: too large to be held while the email waits. They are loaded when its delivery begins. */
  contents: MessageContents | null;
  /** Whether workers crashed while it was the only email in flight. */
  isPoison: boolean;
  recipients: ClaimedRecipient[];
};
