import { formatWait } from "../../../platform/text/index.ts";
import { listProcesses } from "../../metrics/index.ts";
import { countQueue, countWorkers, findOldestReady } from "../../queue/index.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** Mail that is ready is sent within seconds, however long the queue is. Mail that waits this long is stuck. */
const STUCK_AFTER_SECONDS = 600;

export const queueCheck: Check<"database"> = {
  id: "queue",
  title: "Queue",
  examine: async ({ database }) => {
    const [{ oldestAt, isPartial }, { uncertain }] = await Promise.all([
      findOldestReady(database, null),
      countQueue(database, null),
    ]);
    const seconds = oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt.getTime()) / 1_000);
    const waiting = wordsFor(oldestAt === null ? null : seconds, isPartial);
    return [
      seconds > STUCK_AFTER_SECONDS
        ? warning(waiting, "the queue page shows where it goes and why it waits")
        : ok(waiting),
      uncertain > 0
        ? warning(
            uncertain === 1
              ? "1 uncertain recipient needs a decision"
              : `${uncertain.toLocaleString("en")} uncertain recipients need a decision`,
            "the sending account decides on its queue page",
          )
        : ok("no uncertain recipient needs a decision"),
    ];
  },
};

function wordsFor(seconds: number | null, isPartial: boolean): string {
  const part = isPartial ? "in the part of the queue that was checked, " : "";
  if (seconds === null) return `${part}no mail is waiting`;
  return `${part}the oldest mail has waited for ${formatWait(seconds)}`;
}

export const workerCheck: Check<"database"> = {
  id: "workers",
  title: "Workers",
  examine: async ({ database }) => {
    const workers = await countWorkers(database);
    if (workers > 0) return [ok(`${workers} ${workers === 1 ? "worker is running" : "workers are running"}`)];
    // Only for doctor: the health page is served by a process.
    if ((await listProcesses(database)).length === 0)
      return [warning("Posthouse is not running", "start it: posthouse serve, or systemctl start posthouse")];
    return [
      failed(
        "no worker is running",
        "start one: posthouse serve --roles worker; the log says why the last one stopped",
      ),
    ];
  },
};
