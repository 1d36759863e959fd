/** Mail of an account, or of all accounts (null), to some domains, or to all (null). */
export type RecipientScope = { accountId: string | null; domains: string[] | null };

/** A scope as a condition on rows `r`: `$1` is the account, `$2` the domains. */
export function inScope({ accountId, domains }: RecipientScope): string {
  return [
    ...(accountId === null ? [] : ["AND r.account_id = $1::uuid"]),
    ...(domains === null ? [] : ["AND r.domain = ANY ($2::text[])"]),
  ].join(" ");
}

/** Both parameters stand in every statement, so that their numbers do not depend on the scope. */
export const SCOPE_PARAMETERS =
  "$1::uuid IS NOT DISTINCT FROM $1::uuid AND $2::text[] IS NOT DISTINCT FROM $2::text[]";
