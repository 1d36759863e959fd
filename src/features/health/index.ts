/**
 * Health of the instance (docs/decisions/0038-operations.md).
 *
 * checks/: one list for the health page and `posthouse doctor`; each finding says what is wrong and what to do next
 * alerts/: rules (a table) → incidents in the database, found by one node at a time → one email and one webhook call each
 * http/: registered by feature.ts
 */

export { type AlertChannel, mailAlert, postAlert } from "./alerts/notify.ts";
export { CHECKS_OF_DATABASE, CHECKS_OF_MACHINE, CHECKS_OF_NETWORK } from "./checks/all-checks.ts";
export {
  type Check,
  type CheckContext,
  type Delivery,
  type Finding,
  failed,
  ok,
  unknown,
  warning,
} from "./checks/check.ts";
export { databaseCheck } from "./checks/database.ts";
