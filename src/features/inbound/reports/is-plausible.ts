import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";

const DAY_MS = 86_400_000;
/** Reporters send a report once a day and retry for some days. */
const OLDEST_DAYS = 60;
/** Clocks differ, and days end at different times around the world. */
const NEWEST_DAYS = 1;
/** RFC 7489 §7.2, RFC 8460 §4.1: a report covers a day. Small receivers combine several. */
const LONGEST_DAYS = 7;
/** No receiver gets more mail of one domain in a week, and sums of such counts fit a bigint. */
const MAX_MESSAGES = 2 ** 31;

/** Returns true when a report's times and counts are possible. */
export function isPlausible(report: DmarcReport | TlsReport, now = Date.now()): boolean {
  const begin = report.beginsAt.getTime();
  const end = report.endsAt.getTime();
  const counts = countsOf(report);
  return (
    begin >= now - OLDEST_DAYS * DAY_MS &&
    end <= now + NEWEST_DAYS * DAY_MS &&
    begin <= end &&
    end - begin <= LONGEST_DAYS * DAY_MS &&
    counts.every((count) => Number.isInteger(count) && count >= 0) &&
    counts.reduce((sum, count) => sum + count, 0) <= MAX_MESSAGES
  );
}

function countsOf(report: DmarcReport | TlsReport): number[] {
  if (report.kind === "dmarc") return report.rows.map(({ count }) => count);
  return report.policies.flatMap(({ successes, failures }) => [successes, failures]);
}
