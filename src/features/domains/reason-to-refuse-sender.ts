/** An account that wants to send from a domain, and the account for which that domain is listed. */
export type SenderClaim = { saas: boolean; accountId: string; domain: string; owner: string | null };

/**
 * Why the account may not send from the domain; null if it may. The same words whether the domain is nobody's or another
 * account's: who else is here is no one's business.
 */
export function reasonToRefuseSender({ saas, accountId, domain, owner }: SenderClaim): string | null {
  const allowed = saas ? owner === accountId : owner === null || owner === accountId;
  return allowed
    ? null
    : `This account may not send from ${domain}. Ask whoever runs this server to allow the domain for it.`;
}
