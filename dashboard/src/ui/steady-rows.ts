/**
 * The rows on screen, with their latest data. Rows that were added or removed since then are ignored: nothing
 * may move while the user reads or aims.
 */
export function refreshRows<T extends { id: string }>(shown: T[], latest: T[]): T[] {
  const byId = new Map(latest.map((row) => [row.id, row]));
  return shown.map((row) => byId.get(row.id) ?? row);
}

/** The number of latest rows above the first one shown; ids grow with time. */
export function countNewer<T extends { id: string }>(shown: T[], latest: T[]): number {
  const newest = shown[0]?.id ?? "";
  return latest.filter((row) => row.id > newest).length;
}
