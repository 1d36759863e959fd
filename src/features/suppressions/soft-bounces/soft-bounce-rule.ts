/**
 * A full mailbox or a server in trouble passes; an address that refuses again and again is dead, and writing on costs the sender
 * its name. Fewer refusals, or within fewer days, would take a holiday or an outage for a death.
 */
const softBounceRule = { bounces: 5, overDays: 4 };

/** Then one more try tells whether it came back. */
export const suppressedDays = 30;

/** After so long without another, refusals of before say nothing. */
export const forgetAfterDays = 60;

const dayMs = 24 * 60 * 60_000;

/** Whether so many refusals in a row, without a delivery between, are enough. */
export function isDead({
  bounces,
  firstAt,
  lastAt,
}: {
  bounces: number;
  firstAt: Date;
  lastAt: Date;
}): boolean {
  return (
    bounces >= softBounceRule.bounces &&
    lastAt.getTime() - firstAt.getTime() >= softBounceRule.overDays * dayMs
  );
}
