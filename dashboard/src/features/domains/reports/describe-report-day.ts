import type { ReportDay } from "../../../api-types.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

const number = new Intl.NumberFormat("en");

/** Summarizes a row of reports, with its severity. */
export function describeReportDay(row: ReportDay): { tone: BadgeTone; text: string } {
  const { tone, text } = describeResult(row);
  if (tone === "good") return { tone, text: text + passedBy(row) };
  return { tone, text: row.messages > row.passed ? text + whatFollowed(row) : text };
}

type Result = Pick<ReportDay, "kind" | "messages" | "passed">;

/** Says how many messages are not aligned, or how many sessions failed, with the severity. */
export function describeResult({ kind, messages, passed }: Result): { tone: BadgeTone; text: string } {
  if (messages === 0) return { tone: "neutral", text: kind === "tls" ? "no sessions" : "no messages" };
  if (passed >= messages) return { tone: "good", text: kind === "tls" ? "all encrypted" : "all aligned" };
  const text = `${number.format(messages - passed)} of ${number.format(messages)} ${kind === "tls" ? "failed" : "not aligned"}`;
  return { tone: passed === 0 ? "bad" : "warn", text };
}

/** If only one of the two passes, forwarded mail may fail. */
function passedBy({ kind, dkim_passed: dkim, spf_passed: spf }: ReportDay): string {
  if (kind === "tls") return "";
  if (dkim === 0) return ", SPF only";
  return spf === 0 ? ", DKIM only" : "";
}

function whatFollowed({ kind, failure, rejected, quarantined }: ReportDay): string {
  if (kind === "tls") return failure === null ? "" : `: ${failure}`;
  const counts = [
    ...(rejected > 0 ? [`${number.format(rejected)} rejected`] : []),
    ...(quarantined > 0 ? [`${number.format(quarantined)} quarantined`] : []),
  ];
  return counts.length > 0 ? `; ${counts.join(", ")}` : "";
}
