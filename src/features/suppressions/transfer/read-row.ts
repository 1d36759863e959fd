import { readCell } from "../../../platform/csv/index.ts";
import { readAddress } from "../read-address.ts";
import { reasonToRefuseExpiry } from "../reason-to-refuse-expiry.ts";
import { type NewSuppression, type SuppressionReason, suppressionReasons } from "../suppression.ts";
import type { Column } from "./columns.ts";

/** What a row of a file says, or why it says nothing. */
export type ReadRow =
  | Pick<Required<NewSuppression>, "address" | "reason" | "unsubscribedAt" | "expiresAt" | "detail">
  | { problem: string };

/** Clocks and time zones of other programs differ by as much. */
const aDayMs = 86_400_000;

export function readRow(
  cells: readonly string[],
  { at, defaultReason }: { at: ReadonlyMap<Column, number>; defaultReason: SuppressionReason },
): ReadRow {
  const textOf = (column: Column) => readCell(cells[at.get(column) ?? cells.length] ?? "").trim();
  const read = readAddress(textOf("address"));
  if ("problem" in read) return { problem: `address: ${read.problem}` };
  const said = textOf("reason");
  const known = readReason(said);
  const reason = known ?? defaultReason;
  const unsubscribedAt = readTime(textOf("unsubscribed_at"));
  const expiresAt = readTime(textOf("expires_at"));
  const problem = reasonToRefuseExpiry(expiresAt, reason);
  if (problem) return { problem: `expires_at: ${problem}` };
  if (Number.isNaN(unsubscribedAt?.getTime()))
    return { problem: "unsubscribed_at: is not a time that exists" };
  if (unsubscribedAt && unsubscribedAt.getTime() > Date.now() + aDayMs)
    return { problem: "unsubscribed_at: lies in the future" };
  return {
    ...read,
    reason,
    unsubscribedAt,
    expiresAt,
    detail: textOf("detail") || (known ? null : said) || null,
  };
}

/** What other programs write, in lower case and without what stands between words. */
const otherWords = new Map<string, SuppressionReason>([
  ["bounce", "hard_bounce"],
  ["bounced", "hard_bounce"],
  ["spamcomplaint", "complaint"],
  ["spamreport", "complaint"],
  ["spam", "complaint"],
  ["unsubscribed", "unsubscribe"],
  ["manualsuppression", "manual"],
]);

/** Null: none, or words of its own, such as what a server answered. */
function readReason(text: string): SuppressionReason | null {
  const word = text.toLowerCase().replace(/[\s_-]+/g, "");
  const own = suppressionReasons.find((reason) => reason.replace("_", "") === word);
  return own ?? otherWords.get(word) ?? null;
}

/** An invalid Date where the text is no time. */
function readTime(text: string): Date | null {
  return text === "" ? null : new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : Number.NaN);
}
