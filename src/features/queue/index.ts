/**
 * The queue as people see and steer it (docs/decisions/0038-operations.md). Delivery works on it; nothing here is on its way.
 *
 * stats/: what waits, by destination or account, at a cost that does not grow with the queue
 * pauses/: what workers leave alone: createPauses → DeliveryWorker
 * actions/: pause, hold, resume, retry, purge, in chunks, audited
 * uncertain/: uncertain mail about which a person may decide
 * restored-backup/: what was open in a dump that was restored is held: it may have been sent since
 * minutes/: what workers settled by minute: QueueMeter → queue_minutes → rates, and the alerts of health
 * http/: registered by feature.ts
 */

export { QueueMeter } from "./minutes/queue-meter.ts";
export { createPauses } from "./pauses/create-pauses.ts";
export { holdIfRestored, holdOpen } from "./restored-backup/hold-restored.ts";
export { findOldestReady } from "./stats/find-oldest-ready.ts";
export { countQueue, countWorkers } from "./stats/queries.ts";
export { type Resolution, resolveRestored } from "./uncertain/resolve-uncertain.ts";
