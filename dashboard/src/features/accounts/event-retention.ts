export const DAYS_ERROR = "Enter a number of days from 1 to 3,650, or leave this empty.";

/** The days that a person entered. Null: events are kept. Undefined: the text is not valid. */
export function readDays(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === "") return null;
  const days = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return days >= 1 && days <= 3_650 ? days : undefined;
}

/** Whether a change removes events. Null: events are kept. */
export function isShortened(from: number | null, to: number | null): to is number {
  return to !== null && (from === null || to < from);
}
