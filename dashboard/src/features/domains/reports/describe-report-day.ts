import type { ReportDay } from "../../../api-types.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

const number = new Intl.NumberFormat("en");

/** A row of reports in a few words, and how bad it is. */
export function describeReportDay(row: ReportDay): { tone: BadgeTone; text: string } {
  const { messages, passed } = row;
  if (messages === 0) return { tone: "neutral", text: "nothing was seen" };
  if (passed >= messages) return { tone: "good", text: allPassed(row) };
  const failed = `${number.format(messages - passed)} of ${number.format(messages)} failed`;
  return { tone: passed === 0 ? "bad" : "warn", text: `${failed}${whatFollowed(row)}` };
}

/** Where one of the two never passed, mail that is forwarded may fail. */
function allPassed({ kind, dkim_passed: dkim, spf_passed: spf }: ReportDay): string {
  if (kind === "tls") return "all encrypted";
  if (dkim === 0) return "all passed, by SPF alone";
  return spf === 0 ? "all passed, by DKIM alone" : "all passed";
}

function whatFollowed({ kind, failure, rejected, quarantined }: ReportDay): string {
  if (kind === "tls") return failure === null ? "" : `: ${failure}`;
  const counts = [
    ...(rejected > 0 ? [`${number.format(rejected)} rejected`] : []),
    ...(quarantined > 0 ? [`${number.format(quarantined)} taken for spam`] : []),
  ];
  return counts.length > 0 ? `; ${counts.join(", ")}` : "";
}
