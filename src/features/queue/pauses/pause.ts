/** What a pause is of: all mail, that to a domain, or that to all domains of an operator. */
export type Target = "all" | "domain" | "destination";

/** Mail of an account, or of all accounts (null), to everybody or to a target. */
export type Scope = { accountId: string | null; target: Target; name: string };

/** Stands for all accounts in a table whose keys begin with one. */
export const EVERY_ACCOUNT = "00000000-0000-0000-0000-000000000000";

export type Pause = {
  account_id: string | null;
  target: Target;
  name: string;
  /** `hold`: somebody has to look at it before it goes. */
  kind: "pause" | "hold";
  reason: string | null;
  by_operator: boolean;
  by: string | null;
  ends_at: Date | null;
  created_at: Date;
};
