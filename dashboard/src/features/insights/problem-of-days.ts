/** The first and the last day of a range, as a date field has them. */
export type Days = { from: string; to: string };

/** The API takes years from 1000 to 2999. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

/** Why the days are not a range. */
export function problemOfDays({ from, to }: Days): string | undefined {
  if (!DAY.test(from) || !DAY.test(to)) return "Enter the first and the last day.";
  return from > to ? "The last day must be on or after the first day." : undefined;
}
