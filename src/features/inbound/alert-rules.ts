import type { Database } from "../../platform/db/index.ts";
import { formatWait } from "../../platform/text/index.ts";
import { type AlertRule, instanceIncident } from "../alert-rule.ts";

export const INBOUND_ALERT_RULES = {
  inbound_unread: {
    meaning:
      "Inbound mail (bounces, complaints, reports) has waited to be read for longer than the threshold.",
    unit: "minutes",
    threshold: 10,
    find: async ({ database, threshold }) => {
      const seconds = await secondsUnread(database);
      return seconds > threshold * 60
        ? [
            instanceIncident(
              `Inbound mail has waited to be read for ${formatWait(seconds)}: no process with the role inbound is reading it.`,
            ),
          ]
        : [];
    },
  },
} satisfies Record<string, AlertRule>;

/** Seconds that the oldest inbound mail has waited for a reader, or 0. A claimed message counts from the end of its lease. */
async function secondsUnread({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `SELECT greatest(0, extract(epoch FROM now() - min(due_at)))::float8 AS seconds
     FROM inbound_messages WHERE due_at IS NOT NULL`,
  );
  return rows[0]?.seconds ?? 0;
}
