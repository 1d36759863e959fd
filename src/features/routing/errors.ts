import { defineErrors, errors } from "../../platform/errors/index.ts";

const routeErrors = defineErrors({
  relay_not_found: {
    status: 404,
    meaning: "This account has no relay with this id.",
    causes: ["The relay was deleted, or belongs to the instance or to another account."],
    fix: "List relays with `GET /api/v1/relays`.",
  },
  relay_exists: {
    status: 409,
    meaning: "Another relay has this name.",
    causes: ["Names of relays are unique."],
    fix: "Choose a different name, or change the existing relay.",
  },
  relay_in_use: {
    status: 409,
    meaning: "A routing rule or the delivery mode uses the relay; the message says which.",
    causes: [
      "A routing rule sends mail through the relay.",
      "The relay is chosen under Settings → Delivery.",
    ],
    fix: "Change or delete the rule that the message names, or choose another relay under Settings → Delivery. Then delete the relay.",
  },
  relay_limit_reached: {
    status: 409,
    meaning: "The account has the maximum number of relays.",
    causes: ["The account has as many relays as one account can have."],
    fix: "Delete a relay that no rule uses.",
  },
  routing_rule_not_found: {
    status: 404,
    meaning: "This account has no routing rule with this id.",
    causes: ["The rule was deleted, or belongs to the instance or to another account."],
    fix: "List rules with `GET /api/v1/routing-rules`.",
  },
  routing_rule_limit_reached: {
    status: 409,
    meaning: "The account has the maximum number of routing rules.",
    causes: ["The account has as many rules as one account can have."],
    fix: "Combine rules, or delete one that is disabled.",
  },
  pool_not_found: {
    status: 404,
    meaning: "There is no pool with this id.",
    causes: ["The pool was deleted, or belongs to the instance or to another account."],
    fix: "List pools with `GET /api/v1/pools`.",
  },
  pool_exists: {
    status: 409,
    meaning: "Another pool has this name.",
    causes: ["Names of pools are unique."],
    fix: "Choose a different name, or change the existing pool.",
  },
  pool_in_use: {
    status: 409,
    meaning: "A routing rule uses the pool; the message says which.",
    causes: ["A routing rule sends mail from the pool."],
    fix: "Change or delete the rule that the message names, then delete the pool.",
  },
  delivery_mode_set_by_environment: {
    status: 409,
    meaning: "An environment variable sets the delivery mode; the message says which.",
    causes: ["`DELIVERY` or `SMTP_RELAY_URL` is set where Posthouse was started."],
    fix: "Remove the variable and restart, then set the mode under Settings → Delivery. Or change the variable.",
  },
  pool_limit_reached: {
    status: 409,
    meaning: "The instance has the maximum number of pools.",
    causes: ["The instance has as many pools as one instance can have."],
    fix: "Delete a pool that no rule uses.",
  },
});

export const {
  relay_in_use: relayInUse,
  relay_limit_reached: relayLimitReached,
  routing_rule_limit_reached: ruleLimitReached,
  pool_in_use: poolInUse,
  pool_limit_reached: poolLimitReached,
} = routeErrors;

/** The same errors for an object that does not exist and for one of another account. */
export const relayNotFound = () => routeErrors.relay_not_found("This account has no relay with this id.");
export const ruleNotFound = () =>
  routeErrors.routing_rule_not_found("This account has no routing rule with this id.");
export const poolNotFound = () => routeErrors.pool_not_found("There is no pool with this id.");

const NAME_IS_TAKEN = { fields: [{ path: "name", message: "is already in use" }] };
export const relayExists = () =>
  routeErrors.relay_exists("Another relay has this name. Choose a different one.", NAME_IS_TAKEN);
export const poolExists = () =>
  routeErrors.pool_exists("Another pool has this name. Choose a different one.", NAME_IS_TAKEN);

export function modeIsSetByEnvironment(setting: string) {
  return routeErrors.delivery_mode_set_by_environment(
    `The environment variable ${setting} sets the delivery mode. Remove it and restart the server to choose the mode in the dashboard.`,
  );
}

export function fieldError(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}.`, { fields: [{ path, message }] });
}
