import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";

export const QUEUE_CHANNEL = "posthouse_queue";

/** Under load one notification serves all emails of this interval. An idle worker is still notified of the first one at once. */
const QUIET_MS = 10;

/**
 * Returns a function that notifies workers on all nodes of due mail. Call it after the commit: NOTIFY inside a transaction takes a lock
 * that serializes all commits of the database. A lost notification costs a second, because workers poll.
 */
export function workerNotifier({ pool }: Database, log: Logger): () => void {
  let timer: NodeJS.Timeout | null = null;
  let again = false;

  return function notifyWorkers(): void {
    if (timer) {
      again = true;
      return;
    }
    timer = setTimeout(afterQuiet, QUIET_MS);
    send();
  };

  function afterQuiet(): void {
    timer = null;
    if (!again) return;
    again = false;
    timer = setTimeout(afterQuiet, QUIET_MS);
    send();
  }

  function send(): void {
    pool.query(`NOTIFY ${QUEUE_CHANNEL}`).catch((error) => {
      log.warn(
        { event: "queue.notify_failed", err: error },
        "could not notify workers; they will find the mail by polling",
      );
    });
  }
}
