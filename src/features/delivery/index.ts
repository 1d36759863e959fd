/**
 * Delivery: claim → route → schedule → transmit → settle. worker.ts is the pipeline; each step has a folder.
 *
 * claim/: takes due recipients from the queue, and keeps their leases
 * route/: finds the next hop of each recipient, and groups recipients into transactions; direct/ and relays/ are the hops
 * schedule/: decides which transaction may begin, within the capacity of the worker, the throttles and fair shares
 * throttles/: how fast each destination takes mail, shared by all workers
 * transmit/: renders, signs and sends one transaction
 * settle/: decides what follows from a result, and records it; what was not tried is given back
 * journal/: notes on the local disk, with which another process continues after this one is killed
 * crash-guard/: failures of the worker itself, and quarantine for emails that may have caused crashes
 */
export { composeDirect } from "./direct/compose-direct.ts";
export { DirectRoutes } from "./direct/direct-routes.ts";
export { SystemPool } from "./direct/source-pool.ts";
export { openJournals } from "./journal/open-journals.ts";
export { SettingsRelayRoutes } from "./relays/settings-relay.ts";
export { composeRuledRoutes } from "./route/compose-ruled-routes.ts";
export { ModeRoutes } from "./route/mode-routes.ts";
export { OneRoute } from "./route/one-route.ts";
export { senderReturnPathOf, verpReturnPathOf } from "./route/return-path-of.ts";
export {
  type ReturnPath,
  ReturnPaths,
} from "./route/return-paths.ts";
export type { Routes } from "./route/router.ts";
export { SharedThrottles } from "./throttles/shared-throttles.ts";
export { captureTransport } from "./transmit/capture-transport.ts";
export { DeliveryWorker } from "./worker.ts";
export type { Settled } from "./worker-options.ts";
