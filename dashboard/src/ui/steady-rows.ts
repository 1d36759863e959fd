/**
 * The rows that a reader has before them, with what is now known about each. Rows that came or went since then are
 * not shown: nothing may move under a pointer or an eye.
 */
export function refreshRows<T extends { id: string }>(shown: T[], latest: T[]): T[] {
  const byId = new Map(latest.map((row) => [row.id, row]));
  return shown.map((row) => byId.get(row.id) ?? row);
}

/** How many of the latest rows are above everything that is shown; ids grow with time. */
export function countNewer<T extends { id: string }>(shown: T[], latest: T[]): number {
  const newest = shown[0]?.id ?? "";
  return latest.filter((row) => row.id > newest).length;
}
