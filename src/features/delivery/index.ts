/**
 * Delivery, the verb: claim → render → transmit → decide → settle.
 *
 * DeliveryWorker claims due recipients with leases (claimRecipients), gives each email a slot of the transport (deliver),
 * and settles the results in batches (settleAttempts). LeaseKeeper says until when a claim is ours.
 */
export { createCaptureTransport } from "./capture-transport.ts";
export { createQueueNotice } from "./queue-notice.ts";
export { createRelayTransport } from "./relay-transport.ts";
export type { Transport } from "./transport.ts";
export { DeliveryWorker } from "./worker.ts";
