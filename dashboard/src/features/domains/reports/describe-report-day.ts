import type { ReportDay } from "../../../api-types.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

const number = new Intl.NumberFormat("en");

/** Summarizes a row of reports, with its severity. */
export function describeReportDay(row: ReportDay): { tone: BadgeTone; text: string } {
  const { messages, passed } = row;
  if (messages === 0) return { tone: "neutral", text: "no messages" };
  if (passed >= messages) return { tone: "good", text: allPassed(row) };
  const failed = `${number.format(messages - passed)} of ${number.format(messages)} failed`;
  return { tone: passed === 0 ? "bad" : "warn", text: `${failed}${whatFollowed(row)}` };
}

/** If only one of the two passes, forwarded mail may fail. */
function allPassed({ kind, dkim_passed: dkim, spf_passed: spf }: ReportDay): string {
  if (kind === "tls") return "all encrypted";
  if (dkim === 0) return "all passed, SPF only";
  return spf === 0 ? "all passed, DKIM only" : "all passed";
}

function whatFollowed({ kind, failure, rejected, quarantined }: ReportDay): string {
  if (kind === "tls") return failure === null ? "" : `: ${failure}`;
  const counts = [
    ...(rejected > 0 ? [`${number.format(rejected)} rejected`] : []),
    ...(quarantined > 0 ? [`${number.format(quarantined)} quarantined`] : []),
  ];
  return counts.length > 0 ? `; ${counts.join(", ")}` : "";
}
