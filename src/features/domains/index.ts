/**
 * Sender domains: who may send as what. In SaaS mode an account may send only from domains that are listed for it; a
 * self-hosted instance trusts its accounts, except with a domain that is listed for another one.
 *
 * createSenderPolicy → findDomainOwner (query, cached for a moment) → reasonToRefuseSender (decides, pure)
 */
export { type AllowDomainResult, allowDomain } from "./allow-domain.ts";
export { createSenderPolicy } from "./sender-policy.ts";
