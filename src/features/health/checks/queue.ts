import { countQueue, countWorkers, findOldestReady } from "../../queue/index.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** Mail that may go goes within seconds, however long the queue is: what waits longer is stuck. */
const stuckAfterSeconds = 600;

export const queueCheck: Check<"database"> = {
  id: "queue",
  title: "Queue",
  examine: async ({ database }) => {
    const [oldest, { held }] = await Promise.all([findOldestReady(database), countQueue(database, null)]);
    const seconds = oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1_000);
    const said = oldest === null ? "nothing waits" : `the oldest mail waits for ${sayTime(seconds)}`;
    return [
      seconds > stuckAfterSeconds
        ? warning(said, "see on the queue page where it goes and why it waits")
        : ok(said),
      held > 0
        ? warning(
            held === 1
              ? "1 uncertain recipient is tried no more"
              : `${held.toLocaleString("en")} uncertain recipients are tried no more`,
            "whose mail it is decides on the queue page",
          )
        : ok("no uncertain mail waits for a decision"),
    ];
  },
};

export const workerCheck: Check<"database"> = {
  id: "workers",
  title: "Workers",
  examine: async ({ database }) => {
    const workers = await countWorkers(database);
    if (workers > 0) return [ok(`${workers} ${workers === 1 ? "worker delivers" : "workers deliver"}`)];
    return [
      failed("no worker delivers", "start one: posthouse serve --roles worker; its log tells why one ended"),
    ];
  },
};

export function sayTime(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
