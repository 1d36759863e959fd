/** The account that wants to send from a domain, and the domain's owner. */
export type SenderClaim = { onlyVerified: boolean; accountId: string; domain: string; owner: string | null };

/**
 * Returns why the account may not send from the domain, or null. The text is the same whether another account holds the domain or none
 * does, because other accounts are private.
 */
export function reasonToRefuseSender({ onlyVerified, accountId, domain, owner }: SenderClaim): string | null {
  const allowed = onlyVerified ? owner === accountId : owner === null || owner === accountId;
  return allowed
    ? null
    : `This account may not send from ${domain}. Add the domain under Domains and verify it, or ask the operator of this server to allow it.`;
}
