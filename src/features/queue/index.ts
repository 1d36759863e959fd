/**
 * The queue as people see and steer it (docs/decisions/0038-operations.md). Delivery works on it; nothing here is on its way.
 *
 * look/: what waits, by destination or account, at a cost that does not grow with the queue
 * pauses/: what workers leave alone: createPauses → DeliveryWorker
 * actions/: pause, hold, resume, retry, purge, in chunks, audited
 * held/: uncertain mail about which a person may decide
 * restored/: what was open in a dump that was restored is held: it may have been sent since
 * minutes/: what workers settled by minute: QueueMeter → queue_minutes → rates, and the alerts of health
 * routes/: registered by feature.ts
 */
export { type Resolution, resolveRestored } from "./held/resolve-held.ts";
export { findOldestReady } from "./look/find-oldest-ready.ts";
export { countQueue, countWorkers } from "./look/queries.ts";
export { QueueMeter } from "./minutes/queue-meter.ts";
export { createPauses } from "./pauses/create-pauses.ts";
export { holdIfRestored, holdOpen } from "./restored/hold-restored.ts";
