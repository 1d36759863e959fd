/**
 * The queue as people see and control it (docs/decisions/0038-operations.md). Delivery does not depend on this folder, except for pauses.
 *
 * stats/: queue sizes and ages by destination or account; the cost does not grow with the queue
 * pauses/: mail that workers must not send: CurrentPauses → DeliveryWorker
 * actions/: pause, hold, resume, retry, purge; in chunks, audited
 * uncertain/: uncertain recipients that are not retried, and people's decisions about them
 * restored-backup/: holds mail that was open in a restored dump, because it may have been sent since
 * minutes/: settled recipients per minute: QueueMeter → queue_minutes → rates, and the alerts of health
 * http/: routes, registered by feature.ts
 */

export { QueueMeter } from "./minutes/queue-meter.ts";
export { CurrentPauses } from "./pauses/current-pauses.ts";
export { holdIfRestored, holdOpen } from "./restored-backup/hold-restored.ts";
export { markRestored } from "./restored-backup/queries.ts";
export { findOldestReady } from "./stats/find-oldest-ready.ts";
export { countQueue, countWorkers } from "./stats/queries.ts";
export { COUNTED_UP_TO } from "./stats/stats-sql.ts";
export { type Resolution, resolveRestored } from "./uncertain/resolve-uncertain.ts";
