import { defineErrors, errors } from "../../platform/errors/index.ts";

const routeErrors = defineErrors({
  relay_not_found: { status: 404, meaning: "The relay does not exist here." },
  relay_exists: { status: 409, meaning: "Another relay has this name." },
  relay_in_use: { status: 409, meaning: "A routing rule uses the relay; the message says which." },
  relay_limit_reached: { status: 409, meaning: "The limit of relays is reached." },
  routing_rule_not_found: { status: 404, meaning: "The routing rule does not exist here." },
  routing_rule_limit_reached: { status: 409, meaning: "The limit of routing rules is reached." },
  pool_not_found: { status: 404, meaning: "The pool does not exist." },
  pool_exists: { status: 409, meaning: "Another pool has this name." },
  pool_in_use: { status: 409, meaning: "A routing rule uses the pool; the message says which." },
  delivery_mode_set_by_environment: {
    status: 409,
    meaning: "An environment variable sets the delivery mode; the message says which.",
  },
  pool_limit_reached: { status: 409, meaning: "The limit of pools is reached." },
});

export const {
  relay_in_use: relayInUse,
  relay_limit_reached: relayLimitReached,
  routing_rule_limit_reached: ruleLimitReached,
  pool_in_use: poolInUse,
  pool_limit_reached: poolLimitReached,
} = routeErrors;

/** The same errors for an object that does not exist and for one of another account. */
export const relayNotFound = () => routeErrors.relay_not_found("The relay does not exist here.");
export const ruleNotFound = () => routeErrors.routing_rule_not_found("The routing rule does not exist here.");
export const poolNotFound = () => routeErrors.pool_not_found("The pool does not exist.");

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
