/**
 * Delivery, the verb: claim → route → render → sign → transmit → decide → settle.
 *
 * worker.ts: claims ready recipients (claim-emails.ts), finds the next hop of each (routing/), and sends as its throttle
 *   allows (throttles/); in-hand/ is what a worker holds meanwhile. settlement-of.ts: what features/recipients records of a decision.
 * journal/: what a worker leaves on the local disk for those who come after it, if it is killed.
 * relays/: servers that carry mail on: which, how fast, what when one fails; Amazon SES as one of them.
 * deliver.ts: one transaction. transports/: the ways out. decide-next.ts: what follows from a result.
 */
export { composeDirect } from "./direct/compose-direct.ts";
export { createDirectRoutes } from "./direct/direct-routes.ts";
export {
  createSystemPool,
  type PooledSource,
  type SourcePool,
} from "./direct/source-pool.ts";
export { openJournals } from "./journal/open-journals.ts";
export { createSettingsRelay } from "./relays/settings-relay.ts";
export { recheckSender } from "./route/ask-sender-again.ts";
export { composeRuledRoutes } from "./route/compose-ruled-routes.ts";
export { createOneRoute } from "./route/one-route.ts";
export { createReturnPathOf, givenReturnPathOf } from "./route/return-path-of.ts";
export {
  createReturnPaths,
  type ReadReturnPath,
  type ReturnPath,
  type ReturnPaths,
} from "./route/return-paths.ts";
export type { Routes } from "./route/router.ts";
export { SharedThrottles } from "./throttles/shared-throttles.ts";
export { createCaptureTransport } from "./transmit/capture-transport.ts";
export { DeliveryWorker } from "./worker.ts";
export type { Settled } from "./worker-options.ts";
