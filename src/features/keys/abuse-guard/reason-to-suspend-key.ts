/** The counts of a key in one hour. */
export type KeyHour = {
  /** Recipients for which mail was accepted. */
  recipients: number;
  /** Recipients in the busiest hour of the 14 days before; null: the key has been sending for less than a day, so there is no baseline yet. */
  busiestBefore: number | null;
  delivered: number;
  bounced: number;
};

export type AbuseThresholds = {
  /** Recipients in an hour below which a key is never paused: the first newsletter of a small account is not an attack. */
  recipients: number;
  /**
   * Multiple of its busiest hour that a key may send. A smaller multiple would stop growing accounts; a larger one would stop a
   * leaked key too late.
   */
  timesBusiest: number;
  /** Minimum of outcomes for a bounce rate. Among ten addresses, three may be typos. */
  outcomes: number;
  /**
   * Large mailbox providers block senders at a bounce rate of about 10 %. A list that was never mailed before may come close to
   * that.
   */
  bouncedShare: number;
};

export const DEFAULT_THRESHOLDS: AbuseThresholds = {
  recipients: 10_000,
  timesBusiest: 20,
  outcomes: 500,
  bouncedShare: 0.2,
};

/** The reason to pause a key for its counts in an hour, as a sentence for its owner; null if there is none. */
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
    return `Within an hour, ${count(bounced)} of ${count(outcomes)} recipients bounced (${Math.round((100 * bounced) / outcomes)} %).`;
  return null;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
