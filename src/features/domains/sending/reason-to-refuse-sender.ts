/** An account that wants to send from a domain, and the account that holds it. */
export type SenderClaim = { onlyVerified: boolean; accountId: string; domain: string; owner: string | null };

/**
 * Why the account may not send from the domain; null if it may. The same words whether the domain is nobody's or another
 * account's: who else is here is no one's business.
 */
export function reasonToRefuseSender({ onlyVerified, accountId, domain, owner }: SenderClaim): string | null {
  const allowed = onlyVerified ? owner === accountId : owner === null || owner === accountId;
  return allowed
    ? null
    : `This account may not send from ${domain}. Add the domain under Domains and verify it, or ask whoever runs this server to allow it.`;
}
