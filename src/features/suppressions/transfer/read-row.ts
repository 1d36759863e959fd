import { readCell } from "../../../platform/csv/index.ts";
import { readAddress } from "../read-address.ts";
import { reasonToRefuseExpiry } from "../reason-to-refuse-expiry.ts";
import { type NewSuppression, SUPPRESSION_REASONS, type SuppressionReason } from "../suppression.ts";
import type { Column } from "./columns.ts";

/** The suppression of one row of a file, or the problem with the row. */
export type ReadRow =
  | Pick<Required<NewSuppression>, "address" | "reason" | "unsubscribedAt" | "expiresAt" | "detail">
  | { problem: string };

/** Other programs' clocks and time zones may differ by this much. */
const ONE_DAY_MS = 86_400_000;

export function readRow(
  cells: readonly string[],
  { at, defaultReason }: { at: ReadonlyMap<Column, number>; defaultReason: SuppressionReason },
): ReadRow {
  const textOf = (column: Column) => readCell(cells[at.get(column) ?? cells.length] ?? "").trim();
  const parsed = readAddress(textOf("address"));
  if ("problem" in parsed) return { problem: `address: ${parsed.problem}` };
  const reasonText = textOf("reason");
  const known = readReason(reasonText);
  const reason = known ?? defaultReason;
  const unsubscribedAt = readTime(textOf("unsubscribed_at"));
  const expiresAt = readTime(textOf("expires_at"));
  const problem = reasonToRefuseExpiry(expiresAt, reason);
  if (problem) return { problem: `expires_at: ${problem}` };
  if (Number.isNaN(unsubscribedAt?.getTime()))
    return { problem: "unsubscribed_at: is not a valid time; use the form 2026-11-21T08:00:00Z" };
  if (unsubscribedAt && unsubscribedAt.getTime() > Date.now() + ONE_DAY_MS)
    return { problem: "unsubscribed_at: is in the future" };
  return {
    ...parsed,
    reason,
    unsubscribedAt,
    expiresAt,
    detail: textOf("detail") || (known ? null : reasonText) || null,
  };
}

/** Reasons in other programs' files, in lower case and without separators. */
const OTHER_WORDS = new Map<string, SuppressionReason>([
  ["bounce", "hard_bounce"],
  ["bounced", "hard_bounce"],
  ["spamcomplaint", "complaint"],
  ["spamreport", "complaint"],
  ["spam", "complaint"],
  ["unsubscribed", "unsubscribe"],
  ["manualsuppression", "manual"],
]);

/** Returns null when there is no reason, or free text such as a server's reply. */
function readReason(text: string): SuppressionReason | null {
  const word = text.toLowerCase().replace(/[\s_-]+/g, "");
  const own = SUPPRESSION_REASONS.find((reason) => reason.replace("_", "") === word);
  return own ?? OTHER_WORDS.get(word) ?? null;
}

/** Returns null for an empty text and an invalid Date if the text is not a time. */
function readTime(text: string): Date | null {
  return text === "" ? null : new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : Number.NaN);
}
