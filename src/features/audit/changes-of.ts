/** The fields of a change whose values differ from before, each with `from` and `to`. */
export function changesOf(before: Record<string, unknown>, change: Record<string, unknown>) {
  const changed = Object.entries(change).filter(
    ([field, to]) => JSON.stringify(before[field]) !== JSON.stringify(to),
  );
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: before[field], to }]));
}
