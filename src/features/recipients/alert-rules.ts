import type { Database } from "../../platform/db/index.ts";
import { type AlertRule, instanceIncident } from "../alert-rule.ts";

const MIN_COMPLAINTS = 3;

export const RECIPIENTS_ALERT_RULES = {
  complaint_spike: {
    meaning: `An account's complaint rate over the last 7 days is above the threshold. At least ${MIN_COMPLAINTS} complaints are needed.`,
    unit: "percent",
    threshold: 0.3,
    find: async ({ database, threshold }) =>
      (await listComplaintRates(database, MIN_COMPLAINTS))
        .filter(({ complaints, delivered }) => complaints > (threshold / 100) * delivered)
        .map(({ account_id, name, complaints, delivered }) => ({
          subject: account_id,
          words: `${complaints.toLocaleString("en")} recipients of the account “${name}” reported spam in the last 7 days, with ${delivered.toLocaleString("en")} delivered in the last 8 days.`,
        })),
  },
  uncertain_recipients: {
    meaning:
      "Recipients from the last 24 hours with uncertain delivery need a decision, at least as many as the threshold.",
    unit: "recipients",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const uncertain = await countUncertainLately(database);
      if (uncertain < threshold) return [];
      const subject = uncertain === 1 ? "1 recipient" : `${uncertain.toLocaleString("en")} recipients`;
      return [
        instanceIncident(`Delivery to ${subject} is uncertain and is not retried. Decide on the queue page.`),
      ];
    },
  },
} satisfies Record<string, AlertRule>;

/**
 * Complaints come hours or days after their mail, so the complaints of one day do not belong to the deliveries of that day. Deliveries
 * cover one more day, so that a weekly newsletter counts until the next one.
 */
const TODAY = "(now() AT TIME ZONE 'UTC')::date";
const COMPLAINT_DAYS = `day > ${TODAY} - 7`;
const DELIVERY_DAYS = `day > ${TODAY} - 8`;

type ComplaintRate = { account_id: string; name: string; complaints: number; delivered: number };

async function listComplaintRates({ pool }: Database, minComplaints: number): Promise<ComplaintRate[]> {
  const { rows } = await pool.query(
    `WITH complained AS (
       SELECT account_id, sum(count) AS complaints FROM daily_counts
       WHERE ${COMPLAINT_DAYS} AND type = 'complained' GROUP BY account_id HAVING sum(count) >= $1
     )
     SELECT c.account_id, a.name, c.complaints::integer AS complaints, coalesce((
       SELECT sum(count) FROM daily_counts d
       WHERE d.account_id = c.account_id AND ${DELIVERY_DAYS} AND d.type = 'delivered'), 0)::integer AS delivered
     FROM complained c JOIN accounts a ON a.id = c.account_id LIMIT 1000`,
    [minComplaints],
  );
  return rows;
}

/** Counts recipients with uncertain delivery of the last day, up to 10,000. */
async function countUncertainLately({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM (SELECT FROM recipients
       WHERE state = 'uncertain' AND due_at IS NULL AND updated_at > now() - interval '1 day' LIMIT 10000) uncertain`,
  );
  return rows[0]?.n ?? 0;
}
