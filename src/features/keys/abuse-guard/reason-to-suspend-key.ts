/** What is known of a key in one hour. */
export type KeyHour = {
  /** That mail was accepted for. */
  recipients: number;
  /** Recipients in the busiest hour of the 14 days before; null: the key has not been sending for a day, so nothing is usual yet. */
  busiestBefore: number | null;
  delivered: number;
  bounced: number;
};

export type AbuseThresholds = {
  /** A key never has to explain less than this in an hour: the first newsletter of a small account is no attack. */
  recipients: number;
  /** How much more than its busiest hour a key may send: less would stop what grows, more a leaked key only when it is too late. */
  timesBusiest: number;
  /** Outcomes before bounces tell anything: of ten, three may be typos. */
  outcomes: number;
  /** Large receivers block senders from about a tenth on; a list that has never been mailed may come close to that. */
  bouncedShare: number;
};

export const DEFAULT_THRESHOLDS: AbuseThresholds = {
  recipients: 10_000,
  timesBusiest: 20,
  outcomes: 500,
  bouncedShare: 0.2,
};

/** Why a key should be paused for what it did in an hour, as a sentence for its owner; null if it should not. */
export function reasonToSuspendKey(
  { recipients, busiestBefore, delivered, bounced }: KeyHour,
  thresholds: AbuseThresholds = DEFAULT_THRESHOLDS,
): string | null {
  if (busiestBefore !== null) {
    const atMost = Math.max(thresholds.recipients, thresholds.timesBusiest * busiestBefore);
    if (recipients > atMost)
      return `It sent to ${count(recipients)} recipients within an hour. In the 14 days before, its busiest hour had ${count(busiestBefore)}.`;
  }
  const outcomes = delivered + bounced;
  if (outcomes >= thresholds.outcomes && bounced > thresholds.bouncedShare * outcomes)
    return `Of the ${count(outcomes)} recipients whose mail ended within an hour, ${count(bounced)} bounced (${Math.round((100 * bounced) / outcomes)} %).`;
  return null;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
