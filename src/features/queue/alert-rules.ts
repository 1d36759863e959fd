import type { Database } from "../../platform/db/index.ts";
import { formatWait } from "../../platform/text/index.ts";
import { type AlertRule, instanceIncident } from "../alert-rule.ts";
import { listAccountRates } from "./minutes/queries.ts";
import { findOldestReady } from "./stats/find-oldest-ready.ts";
import { countWorkers } from "./stats/queries.ts";

/** A rate of fewer results than this is not meaningful. */
const MIN_OUTCOMES = 100;

export const QUEUE_ALERT_RULES = {
  queue_stuck: {
    meaning: "Mail that is ready to send has waited longer than the threshold.",
    unit: "minutes",
    threshold: 10,
    find: async ({ database, threshold }) => {
      const seconds = await ageOfOldest(database);
      return seconds > threshold * 60
        ? [instanceIncident(`The oldest mail in the queue has waited for ${formatWait(seconds)}.`)]
        : [];
    },
  },
  worker_missing: {
    meaning: "No worker is running, and mail has waited longer than the threshold.",
    unit: "minutes",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const [workers, seconds] = await Promise.all([countWorkers(database), ageOfOldest(database)]);
      return workers === 0 && seconds > threshold * 60
        ? [instanceIncident(`No worker is running, and mail has waited for ${formatWait(seconds)}.`)]
        : [];
    },
  },
  bounce_spike: {
    meaning: `An account's bounce rate over the last 15 minutes is above the threshold. At least ${MIN_OUTCOMES} results are needed.`,
    unit: "percent",
    threshold: 20,
    find: async ({ database, threshold }) =>
      (await listAccountRates(database, MIN_OUTCOMES))
        .filter(({ bounced, outcomes }) => bounced > (threshold / 100) * outcomes)
        .map(({ account_id, name, bounced, outcomes }) => ({
          subject: account_id,
          words: `${bounced.toLocaleString("en")} of the last ${outcomes.toLocaleString("en")} recipients of the account “${name}” bounced.`,
        })),
  },
} satisfies Record<string, AlertRule>;

/** Seconds. At least: of a queue with very many destinations, only a part is visited. */
async function ageOfOldest(database: Database): Promise<number> {
  const { oldestAt } = await findOldestReady(database, null);
  return oldestAt === null ? 0 : (Date.now() - oldestAt.getTime()) / 1_000;
}
