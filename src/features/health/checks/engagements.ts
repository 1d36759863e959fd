import { BACKLOG_NEXT_STEP, loadBacklogs, wordsOfBacklog } from "../../tracking/index.ts";
import { type Check, ok, warning } from "./check.ts";

/** Hits soon after a delivery wait for 20 s. */
const LATE_AFTER_SECONDS = 120;

/** Opens and clicks wait in files while the database is unavailable or busy. Links redirect, and none is lost. */
export const engagementsCheck: Check<"database"> = {
  id: "engagements",
  title: "Opens and clicks",
  examine: async ({ database }) => {
    const late = (await loadBacklogs(database)).filter(({ seconds }) => seconds > LATE_AFTER_SECONDS);
    if (late.length === 0) return [ok("opens and clicks are stored within two minutes")];
    return late.map(({ node, seconds }) => warning(wordsOfBacklog(node, seconds), BACKLOG_NEXT_STEP));
  },
};
