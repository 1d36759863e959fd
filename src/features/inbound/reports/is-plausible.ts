import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";

const dayMs = 86_400_000;
/** Receivers report once a day, and try for some days. */
const oldestDays = 60;
/** Clocks differ, and a day ends at another time elsewhere. */
const newestDays = 1;
/** RFC 7489 §7.2, RFC 8460 §4.1: a report is about a day. Small receivers gather some. */
const longestDays = 7;
/** No receiver sees more of one domain in a week; the sums of as many reports as can be read fit a bigint. */
const mostMessages = 2 ** 31;

/** Whether what a report says can be true, as far as its times and counts tell. */
export function isPlausible(report: DmarcReport | TlsReport, now = Date.now()): boolean {
  const begin = report.beginsAt.getTime();
  const end = report.endsAt.getTime();
  const counts = countsOf(report);
  return (
    begin >= now - oldestDays * dayMs &&
    end <= now + newestDays * dayMs &&
    begin <= end &&
    end - begin <= longestDays * dayMs &&
    counts.every((count) => Number.isInteger(count) && count >= 0) &&
    counts.reduce((sum, count) => sum + count, 0) <= mostMessages
  );
}

function countsOf(report: DmarcReport | TlsReport): number[] {
  if (report.kind === "dmarc") return report.rows.map(({ count }) => count);
  return report.policies.flatMap(({ successes, failures }) => [successes, failures]);
}
