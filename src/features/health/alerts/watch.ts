import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { asOnlyNode, closeAlerts, listPendingAlerts, markNotified, openAlert } from "./alert-queries.ts";
import { loadRules } from "./load-rules.ts";
import type { Notify } from "./notify.ts";
import { rules } from "./rules.ts";

/** An incident is known within this, of all nodes together. */
const everyMs = 30_000;

export type WatchDeps = {
  database: Database;
  log: Logger;
  dataDir: string;
  /** Ways to notify people; each is tried, and the alert is told when all have taken it. */
  channels: readonly Notify[];
};

/** Looks at the rules again and again; returns what ends it. Any number of nodes may: one at a time does. */
export function startAlerts(deps: WatchDeps): () => Promise<void> {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = watchOnce(deps).then(
      () => undefined,
      (error: unknown) =>
        deps.log.warn({ event: "alert.not_evaluated", err: error }, "could not look at alerts"),
    );
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** One round: open what is found, close what is over, notify of both. False: another node is at it. */
export async function watchOnce(deps: WatchDeps): Promise<boolean> {
  return await asOnlyNode(deps.database, async () => {
    await openFound(deps);
    for (const { rule, subject } of await closeAlerts(deps.database))
      deps.log.info({ event: "alert.closed", rule, subject }, "an incident is over");
    await notifyPending(deps);
  });
}

async function openFound({ database, log, dataDir }: WatchDeps): Promise<void> {
  for (const { rule, enabled, threshold } of await loadRules(database)) {
    if (!enabled) continue;
    for (const incident of await rules[rule].find({ database, dataDir, threshold }))
      if (await openAlert(database, rule, incident))
        log.warn({ event: "alert.opened", rule, ...incident }, "an alert was opened");
  }
}

async function notifyPending({ database, log, channels }: WatchDeps): Promise<void> {
  for (const alert of await listPendingAlerts(database)) {
    const told = await Promise.allSettled(channels.map((notify) => notify(alert)));
    const problems = told.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const err of problems)
      log.warn({ event: "alert.not_told", rule: alert.rule, err }, "could not notify of an alert");
    if (problems.length === 0) await markNotified(database, alert);
  }
}
