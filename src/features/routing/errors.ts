import { defineErrors, errors } from "../../platform/errors/index.ts";

const routeErrors = defineErrors({
  relay_not_found: { status: 404, meaning: "There is no such relay here." },
  relay_exists: { status: 409, meaning: "Another relay has this name." },
  relay_in_use: { status: 409, meaning: "A routing rule names the relay; the message says which." },
  relay_limit_reached: { status: 409, meaning: "There are as many relays as there may be." },
  routing_rule_not_found: { status: 404, meaning: "There is no such routing rule here." },
  routing_rule_limit_reached: { status: 409, meaning: "There are as many routing rules as there may be." },
  pool_not_found: { status: 404, meaning: "There is no such pool." },
  pool_exists: { status: 409, meaning: "Another pool has this name." },
  pool_in_use: { status: 409, meaning: "A routing rule names the pool; the message says which." },
  pool_limit_reached: { status: 409, meaning: "There are as many pools as there may be." },
});

export const {
  relay_in_use: relayInUse,
  relay_limit_reached: relayLimitReached,
  routing_rule_limit_reached: ruleLimitReached,
  pool_in_use: poolInUse,
  pool_limit_reached: poolLimitReached,
} = routeErrors;

/** The same for one that does not exist, never did, or belongs to another account. */
export const relayNotFound = () => routeErrors.relay_not_found("There is no such relay here.");
export const ruleNotFound = () => routeErrors.routing_rule_not_found("There is no such routing rule here.");
export const poolNotFound = () => routeErrors.pool_not_found("There is no such pool.");

const nameIsTaken = { fields: [{ path: "name", message: "belongs to another one" }] };
export const relayExists = () =>
  routeErrors.relay_exists("Another relay has this name. Choose a different one.", nameIsTaken);
export const poolExists = () =>
  routeErrors.pool_exists("Another pool has this name. Choose a different one.", nameIsTaken);

export function fieldError(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}.`, { fields: [{ path, message }] });
}
