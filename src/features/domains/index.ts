/**
 * Sender domains: which account may send from which domain, and with which signatures. Any account may claim a domain. One account
 * holds it, through a token in the DNS or by decision of the operator.
 *
 * addDomain: claim, token, keys → wantedRecords: the records to publish → checkDomain: compares them with the DNS (judgeRecord, pure) →
 * saveCheck: findings, holder (decideOwnership, pure) and events in one commit
 * SenderPolicy, MessageSigner, ReturnPathDomains: what sending needs, with short caches
 * keepKeys, rotateNow: two sets of keys, one active and one on standby
 *
 * http/ and checks/ are registered and started by feature.ts.
 */

export type { DomainDeps } from "./domain-deps.ts";
export { domainNotFound } from "./errors.ts";
export { listTroubledDomains } from "./events/queries.ts";
export { refOf } from "./http/route-parts.ts";
export { MessageSigner } from "./keys/message-signer.ts";
export { allowDomain } from "./ownership/allow-domain.ts";
export { ownDomain } from "./ownership/own-domain.ts";
export { readDomain } from "./ownership/read-domain.ts";
export type { DomainRef } from "./queries.ts";
export { findReportAccount } from "./sending/find-report-account.ts";
export { ReturnPathDomains } from "./sending/return-path-domains.ts";
export { hasReturnPaths, ReturnPathHosts, wasReturnPathHost } from "./sending/return-path-hosts.ts";
export { SenderPolicy } from "./sending/sender-policy.ts";
