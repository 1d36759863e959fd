/**
 * Routes: by which way mail leaves. Relays, pools of source addresses, and the rules that choose among them; an account's own, and
 * those of the instance (owner.ts), which come after.
 *
 * relays/, rules/, pools/: managed by people. choice/: RoutingTables keeps what workers need of them, chooseRoute decides (pure),
 * describeRule says it in words, predictRoute before there is an attempt. Delivery follows (features/delivery/route/ruled-routes.ts) and tells how relays fare.
 *
 * feature.ts registers routing-routes.ts, which leads to the web server.
 */
export { type ChosenRoute, chooseRoute } from "./choice/choose-route.ts";
export { predictRoute } from "./choice/predict-route.ts";
export type { Pool, Relay } from "./choice/routing-table.ts";
export { type RoutingState, RoutingTables } from "./choice/routing-tables.ts";
export { instanceId } from "./owner.ts";
export type { RelayPolicy } from "./relay-policy.ts";
export { noteRelayWorks, openRelay, takeProbe } from "./relays/health-queries.ts";
export { pauseMs } from "./relays/pauses.ts";
export { holdsSealedPasswords } from "./relays/queries.ts";
export { locateRelay } from "./relays/targets/locate-relay.ts";
export { openSes, type SesTarget } from "./relays/targets/open-ses.ts";
export { openTarget } from "./relays/targets/open-target.ts";
export { reasonToRefuseTarget } from "./relays/targets/reason-to-refuse-target.ts";
export type { RelayTarget } from "./relays/targets/relay-target.ts";
