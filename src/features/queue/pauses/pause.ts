/** A pause applies to all mail, to one domain, or to all domains of a mailbox provider (a destination). */
type Target = "all" | "domain" | "destination";

/** Mail of one account, or of all accounts (null), to any recipient or to a target. */
export type Scope = { accountId: string | null; target: Target; name: string };

/** Stands for all accounts, in a table whose primary key begins with the account. */
export const EVERY_ACCOUNT = "00000000-0000-0000-0000-000000000000";

export type Pause = {
  account_id: string | null;
  target: Target;
  name: string;
  /** `hold`: a person must review the mail before it is sent. */
  kind: "pause" | "hold";
  reason: string | null;
  by_operator: boolean;
  by: string | null;
  ends_at: Date | null;
  created_at: Date;
};
