/** Returns the first id after `id` that is not in `excluded`, otherwise the last one before it. */
export function nearestOutside(
  ids: readonly string[],
  id: string,
  excluded: readonly string[],
): string | undefined {
  const index = ids.indexOf(id);
  const isKept = (candidate: string) => !excluded.includes(candidate);
  return ids.slice(index + 1).find(isKept) ?? ids.slice(0, Math.max(index, 0)).findLast(isKept);
}
