/**
 * Accounts: tenants, their people with passwords and settings, and the operators of the instance. A membership with a role links
 * a person to an account.
 */
export { userNotFound } from "./errors.ts";
export { isOperator, type OperatorPolicy } from "./operators/is-operator.ts";
export { nameOperator } from "./operators/name-operator.ts";
export { findSystemMailAccount } from "./operators/queries.ts";
export { requireOperator } from "./operators/require-operator.ts";
export { defaultPasswordStands, ensureDefaultAdmin, findDefaultPassword } from "./people/default-admin.ts";
export { findAccountOf } from "./people/find-account-of.ts";
export {
  type NotifyUsers,
  notifyUsers,
  type SendSystemMail,
  type SystemMail,
} from "./people/notify-users.ts";
export { resetPassword } from "./people/reset-password.ts";
export { MAX_NAME_LENGTH, readName } from "./read-name.ts";
export { resetSecondFactor } from "./second-factor/change-second-factor.ts";
export { DefaultSenders } from "./settings/default-senders.ts";
