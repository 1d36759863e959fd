import { formatWait } from "../../../platform/text/index.ts";
import { type FollowerLag, loadLags, loadLost, NEXT_STEP, wordsOfLag } from "../../followers/index.ts";
import { type Check, ok, warning } from "./check.ts";

/** Followers are normally less than three seconds behind. */
const BEHIND_AFTER_SECONDS = 120;

/** Lost events are reported for this long. */
const LOST_WITHIN_MS = 7 * 86_400_000;

/** If followers are behind, webhooks and statistics wait. Mail is still sent, and no event is lost. */
export const followersCheck: Check<"database"> = {
  id: "followers",
  title: "Followers",
  examine: async ({ database }) => {
    const lags = await loadLags(database);
    const late = lags.filter(({ seconds }) => seconds > BEHIND_AFTER_SECONDS);
    const since = Date.now() - LOST_WITHIN_MS;
    const lost = (await loadLost(database.db)).filter(
      ({ lastAt }) => lastAt !== null && lastAt.getTime() > since,
    );
    return [
      ...late.map(({ follower, seconds }) => warning(wordsOfLag(follower, seconds), NEXT_STEP)),
      ...(late.length === 0 ? [ok(wordsOfAll(lags))] : []),
      ...lost.map((each) =>
        warning(
          `${each.lost.toLocaleString("en")} events were deleted before “${each.follower}” had read them`,
          "increase the account's event retention, so that it outlasts a failing webhook",
        ),
      ),
    ];
  },
};

function wordsOfAll(lags: FollowerLag[]): string {
  if (lags.length === 0) return "webhooks and statistics are up to date";
  const seconds = Math.max(...lags.map((lag) => lag.seconds));
  // Normal lags are less than three seconds, which formatWait rounds.
  const wait = seconds < 10 ? `${Number(seconds.toFixed(1))} s` : formatWait(seconds);
  return `webhooks and statistics are at most ${wait} behind`;
}
