import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import {
  type AlertRow,
  asOnlyNode,
  closeAlerts,
  listPendingAlerts,
  markNotified,
  openAlert,
} from "./alert-queries.ts";
import { type AlertRules, loadRules } from "./load-rules.ts";
import type { AlertChannel } from "./notify.ts";

export type WatchDeps = {
  database: Database;
  log: Logger;
  rules: AlertRules;
  channels: readonly AlertChannel[];
};

/** One round: opens new alerts, closes old ones and notifies of both. Returns false when another node is doing it. */
export async function watchOnce(deps: WatchDeps): Promise<boolean> {
  return await asOnlyNode(deps.database, async () => {
    const failed = await openFound(deps);
    for (const { rule, subject } of await closeAlerts(deps.database, { except: failed }))
      deps.log.info({ event: "alert.closed", rule, subject }, "an alert was closed");
    await notifyPending(deps);
  });
}

/** Returns the rules that could not be evaluated. Their open alerts stay open. */
async function openFound({ database, log, rules }: WatchDeps): Promise<string[]> {
  const failed: string[] = [];
  for (const { name: rule, enabled, threshold, find } of await loadRules(database, rules)) {
    if (!enabled) continue;
    try {
      for (const incident of await find({ database, threshold }))
        if (await openAlert(database, rule, incident))
          log.warn({ event: "alert.opened", rule, ...incident }, "an alert was opened");
    } catch (err) {
      failed.push(rule);
      log.error({ event: "alert.rule_failed", rule, err }, "an alert rule could not be evaluated");
    }
  }
  return failed;
}

/** A channel that fails is tried again in the next round, alone. A channel is notified of a closing only after the opening. */
async function notifyPending({ database, log, channels }: WatchDeps): Promise<void> {
  const failing = new Set<string>();
  for (const alert of await listPendingAlerts(database)) {
    const notified = alert.closed_at === null ? alert.opening_notified : alert.closing_notified;
    const concerned = channels.filter(
      ({ by }) => alert.closed_at === null || alert.opening_notified.includes(by),
    );
    const waiting = concerned.filter(({ by }) => !notified.includes(by));
    const results = await Promise.all(
      waiting.map(
        async (channel) => !failing.has(channel.by) && (await tryToNotify(channel, { alert, log })),
      ),
    );
    for (const [index, { by }] of waiting.entries()) if (!results[index]) failing.add(by);
    const notifiedNow = waiting.filter((_, index) => results[index]).map(({ by }) => by);
    await markNotified(database, alert, { notifiedNow, isComplete: results.every(Boolean) });
  }
}

async function tryToNotify(
  { by, notify }: AlertChannel,
  { alert, log }: { alert: AlertRow; log: Logger },
): Promise<boolean> {
  try {
    await notify(alert);
    return true;
  } catch (err) {
    log.warn(
      { event: "alert.not_notified", rule: alert.rule, channel: by, err },
      "could not send a notification of an alert; it will be retried",
    );
    return false;
  }
}
