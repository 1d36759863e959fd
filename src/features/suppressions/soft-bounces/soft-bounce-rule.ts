/**
 * A full mailbox or a failing server recovers. An address that keeps rejecting mail is dead, and sending to it harms the sender's
 * reputation. With fewer rejections or fewer days, a holiday or an outage would look like a dead address.
 */
const SOFT_BOUNCE_RULE = { bounces: 5, overDays: 4 };

/** After this time the next email shows whether the address works again. */
export const SUPPRESSED_DAYS = 30;

/** After this time without another rejection, earlier ones no longer count. */
export const FORGET_AFTER_DAYS = 60;

const DAY_MS = 24 * 60 * 60_000;

/** Whether this many rejections in a row, without a delivery in between, mean that the address is dead. */
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
    bounces >= SOFT_BOUNCE_RULE.bounces &&
    lastAt.getTime() - firstAt.getTime() >= SOFT_BOUNCE_RULE.overDays * DAY_MS
  );
}
