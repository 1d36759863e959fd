import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { asOnlyNode, closeAlerts, listPendingAlerts, markNotified, openAlert } from "./alert-queries.ts";
import { type AlertRules, loadRules } from "./load-rules.ts";
import type { Notify } from "./notify.ts";

export type WatchDeps = {
  database: Database;
  log: Logger;
  dataDir: string;
  rules: AlertRules;
  /** Notification channels. An alert counts as notified when all of them succeed. */
  channels: readonly Notify[];
};

/** One round: opens new alerts, closes old ones and notifies of both. Returns false when another node is doing it. */
export async function watchOnce(deps: WatchDeps): Promise<boolean> {
  return await asOnlyNode(deps.database, async () => {
    await openFound(deps);
    for (const { rule, subject } of await closeAlerts(deps.database))
      deps.log.info({ event: "alert.closed", rule, subject }, "an alert was closed");
    await notifyPending(deps);
  });
}

async function openFound({ database, log, dataDir, rules }: WatchDeps): Promise<void> {
  for (const { name: rule, enabled, threshold, find } of await loadRules(database, rules)) {
    if (!enabled) continue;
    for (const incident of await find({ database, dataDir, threshold }))
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
