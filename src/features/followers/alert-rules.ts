import { formatWait } from "../../platform/text/index.ts";
import type { AlertRule } from "../alert-rule.ts";
import { loadLags } from "./load-lags.ts";

export const FOLLOWERS_ALERT_RULES = {
  follower_behind: {
    meaning:
      "A follower of the event feed, such as the one that sends to webhooks, is further behind than the threshold. A webhook whose server is slow or fails does not count.",
    unit: "seconds",
    threshold: 120,
    find: async ({ database, threshold }) => {
      // After a start, followers first catch up with the events of the downtime.
      if (process.uptime() < threshold) return [];
      return (await loadLags(database))
        .filter(({ seconds }) => seconds > threshold)
        .map(({ follower, seconds }) => ({
          subject: follower,
          words: `${wordsOfLag(follower, seconds)} ${NEXT_STEP}`,
        }));
    },
  },
} satisfies Record<string, AlertRule>;

export const NEXT_STEP =
  "Look for followers.failed and webhooks.interrupted in the logs. If there are none, the database may be slow.";

export function wordsOfLag(follower: string, seconds: number): string {
  return `The follower “${follower}” is ${formatWait(seconds)} behind.`;
}
