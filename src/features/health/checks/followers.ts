import { loadLags, loadLost, NEXT_STEP, wordsOfLag } from "../../followers/index.ts";
import { type Check, ok, warning } from "./check.ts";

/** Followers are normally less than two seconds behind. */
const BEHIND_AFTER_SECONDS = 120;

/** Lost events are reported for this long. */
const LOST_WITHIN_MS = 7 * 86_400_000;

/** If followers are behind, webhooks and statistics wait. Mail is still sent, and no event is lost. */
export const followersCheck: Check<"database"> = {
  id: "followers",
  title: "Followers",
  examine: async ({ database }) => {
    const late = (await loadLags(database)).filter(({ seconds }) => seconds > BEHIND_AFTER_SECONDS);
    const since = Date.now() - LOST_WITHIN_MS;
    const lost = (await loadLost(database.db)).filter(
      ({ lastAt }) => lastAt !== null && lastAt.getTime() > since,
    );
    if (late.length + lost.length === 0) return [ok("webhooks and statistics are up to date")];
    return [
      ...late.map(({ follower, seconds }) => warning(wordsOfLag(follower, seconds), NEXT_STEP)),
      ...lost.map((each) =>
        warning(
          `Retention removed ${each.lost.toLocaleString("en")} events that the follower “${each.follower}” had not read`,
          "set event_retention_days of the account to more days than a webhook may fail",
        ),
      ),
    ];
  },
};
