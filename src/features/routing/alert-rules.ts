import type { Database } from "../../platform/db/index.ts";
import type { AlertRule } from "../alert-rule.ts";

export const ROUTING_ALERT_RULES = {
  relay_auth_failed: {
    meaning: "A relay rejects its credentials.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listRefusedRelays(database)).map((name) => ({
        subject: name,
        words: `The relay “${name}” rejects its credentials. Its mail waits until they are corrected.`,
      })),
  },
} satisfies Record<string, AlertRule>;

/** Names of relays that reject their credentials: relays in the database by their state, and relays from settings by a recent failure. */
async function listRefusedRelays({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM relays WHERE state = 'auth_failed' AND enabled
     UNION SELECT substring(labels FROM '^route="(.*)"$') FROM metric_totals
     WHERE name = 'posthouse_relay_auth_failures_total' AND updated_at > now() - interval '5 minutes' ORDER BY 1 LIMIT 100`,
  );
  return rows.map(({ name }) => name);
}
