/** Mail of one account or all accounts (null), to some domains or all domains (null). */
export type RecipientScope = { accountId: string | null; domains: string[] | null };

/** The scope as an SQL condition on rows `r`: `$1` is the account, `$2` the domains. */
export function inScope({ accountId, domains }: RecipientScope): string {
  return [
    ...(accountId === null ? [] : ["AND r.account_id = $1::uuid"]),
    ...(domains === null ? [] : ["AND r.domain = ANY ($2::text[])"]),
  ].join(" ");
}

/** Every statement has both parameters, so that their numbers do not depend on the scope. */
export const SCOPE_PARAMETERS =
  "$1::uuid IS NOT DISTINCT FROM $1::uuid AND $2::text[] IS NOT DISTINCT FROM $2::text[]";
