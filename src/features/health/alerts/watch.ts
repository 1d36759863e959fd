import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { asOnlyNode, closeAlerts, listPendingAlerts, markNotified, openAlert } from "./alert-queries.ts";
import { loadRules } from "./load-rules.ts";
import type { Notify } from "./notify.ts";
import { RULES } from "./rules.ts";

/** An incident is found within this time. Only one node evaluates the rules at a time. */
const INTERVAL_MS = 30_000;

export type WatchDeps = {
  database: Database;
  log: Logger;
  dataDir: string;
  /** Notification channels. An alert counts as notified when all of them succeed. */
  channels: readonly Notify[];
};

/** Evaluates the rules periodically, and returns a function that stops it. Every node may run this; one at a time does the work. */
export function startAlerts(deps: WatchDeps): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = watchOnce(deps).then(
      () => undefined,
      (error: unknown) =>
        deps.log.warn(
          { event: "alert.not_evaluated", err: error },
          "could not evaluate the alert rules; trying again in 30 seconds",
        ),
    );
  }, INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

/** One round: opens new alerts, closes old ones and notifies of both. Returns false when another node is doing it. */
export async function watchOnce(deps: WatchDeps): Promise<boolean> {
  return await asOnlyNode(deps.database, async () => {
    await openFound(deps);
    for (const { rule, subject } of await closeAlerts(deps.database))
      deps.log.info({ event: "alert.closed", rule, subject }, "an alert was closed");
    await notifyPending(deps);
  });
}

async function openFound({ database, log, dataDir }: WatchDeps): Promise<void> {
  for (const { rule, enabled, threshold } of await loadRules(database)) {
    if (!enabled) continue;
    for (const incident of await RULES[rule].find({ database, dataDir, threshold }))
      if (await openAlert(database, rule, incident))
        log.warn({ event: "alert.opened", rule, ...incident }, "an alert was opened");
  }
}

async function notifyPending({ database, log, channels }: WatchDeps): Promise<void> {
  for (const alert of await listPendingAlerts(database)) {
    const results = await Promise.allSettled(channels.map((notify) => notify(alert)));
    const problems = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const err of problems)
      log.warn(
        { event: "alert.not_notified", rule: alert.rule, err },
        "could not send a notification of an alert; it will be retried",
      );
    if (problems.length === 0) await markNotified(database, alert);
  }
}
