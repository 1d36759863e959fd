/**
 * How the instance is (docs/decisions/0038-operations.md).
 *
 * checks/: one list for the page and for `posthouse doctor`; each check says what it found in words, and what to do
 * alerts/: rules (a table) → incidents in the database, by one node at a time → told by mail and webhook, once
 * routes/: registered by feature.ts
 */

export { type AlertChannel, createMailer, createWebhook } from "./alerts/notify.ts";
export { findNoticeAccount } from "./alerts/queries.ts";
export { checksOfDatabase, checksOfMachine, checksOfNetwork } from "./checks/all-checks.ts";
export { type Finding, failed, ok } from "./checks/check.ts";
export { databaseCheck } from "./checks/database.ts";
