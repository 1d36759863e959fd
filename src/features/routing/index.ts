/**
 * Routing: how mail is sent. Relays, pools of source addresses, and the rules that choose among them. Accounts have their own, and
 * the instance's (instance-id.ts) apply after them.
 *
 * modes/: the delivery mode of the instance, as a history. relays/, rules/, pools/: managed by people. choice/: RoutingTables holds the configuration for workers, chooseRoute decides (pure),
 * describeRule puts it in words, predictRoute predicts it for dry runs. Delivery follows the decision
 * (features/delivery/route/ruled-routes.ts) and reports the health of relays.
 *
 * feature.ts registers routing-routes.ts, which leads to the web server.
 */
export { type ChosenRoute, chooseRoute } from "./choice/choose-route.ts";
export { defaultRelay } from "./choice/default-relay.ts";
export { predictRoute } from "./choice/predict-route.ts";
export type { Pool, Relay, Rule } from "./choice/routing-table.ts";
export { databaseTime, modeInForce, type RoutingState, RoutingTables } from "./choice/routing-tables.ts";
export { INSTANCE_ID } from "./instance-id.ts";
export { DeliveryModes } from "./modes/delivery-modes.ts";
export { recordModeAtStart } from "./modes/record-mode-at-start.ts";
export type { RelayPolicy } from "./relay-policy.ts";
export { cooldownMs } from "./relays/cooldowns.ts";
export { openRelay, recordRelaySuccess, takeProbe } from "./relays/health-queries.ts";
export { locateRelay } from "./relays/targets/locate-relay.ts";
export { openSes, type SesTarget } from "./relays/targets/open-ses.ts";
export { openTarget } from "./relays/targets/open-target.ts";
export { reasonToRefuseTarget } from "./relays/targets/reason-to-refuse-target.ts";
