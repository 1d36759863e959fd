/**
 * Sender domains: who may send as what, and with which signature. Any account may claim a domain; one holds it, by a token in the
 * DNS or because the operator says so.
 *
 * addDomain: claim, token, keys → wantedRecords: what the DNS should say → checkDomain: what it does say (judgeRecord, pure) →
 * saveCheck: findings, holder (decideOwnership, pure) and events in one commit
 * createSenderPolicy, createSignMessage, createReturnPathDomainOf: what sending asks, cached for a moment
 * keepKeys, rotateNow: two keySets of keys, one signs and one waits
 *
 * api/ and checks/: registered and started by feature.ts
 */

export type { DomainDeps } from "./domain-deps.ts";
export { listTroubledDomains } from "./events/queries.ts";
export { holdsSealedKeys } from "./keys/queries.ts";
export { createSignMessage, type SignMessage } from "./keys/sign-message.ts";
export { type AllowDomainResult, allowDomain } from "./ownership/allow-domain.ts";
export { missingTokenGraceMs } from "./ownership/decide-ownership.ts";
export { ownDomain } from "./ownership/own-domain.ts";
export { readDomain } from "./ownership/read-domain.ts";
export { findReportAccount } from "./sending/find-report-account.ts";
export { createIsReturnPathHost } from "./sending/is-return-path-host.ts";
export { createReturnPathDomainOf } from "./sending/return-path-domain.ts";
export { createSenderPolicy } from "./sending/sender-policy.ts";
