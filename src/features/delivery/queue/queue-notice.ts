import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";

export const queueChannel = "posthouse_queue";

/** Under load one notice serves all emails of this long; an idle worker still hears of the first one at once. */
const quietMs = 10;

/**
 * Tells workers on all nodes that mail is due. Sent after the commit and not in it: NOTIFY inside a transaction takes a lock
 * that lets only one commit of the whole database happen at a time. A lost notice costs a second, because workers poll.
 */
export function createQueueNotice({ pool }: Database, log: Logger): () => void {
  let timer: NodeJS.Timeout | null = null;
  let again = false;

  return function notifyWorkers(): void {
    if (timer) {
      again = true;
      return;
    }
    timer = setTimeout(afterQuiet, quietMs);
    send();
  };

  function afterQuiet(): void {
    timer = null;
    if (!again) return;
    again = false;
    timer = setTimeout(afterQuiet, quietMs);
    send();
  }

  function send(): void {
    pool.query(`NOTIFY ${queueChannel}`).catch((error) => {
      log.warn(
        { event: "queue.notice_failed", err: error },
        "could not wake workers; they will find the mail by polling",
      );
    });
  }
}
