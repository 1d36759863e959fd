type Range = {
  /** All rows, in order. */
  ids: readonly string[];
  selected: ReadonlySet<string>;
  /** The previously toggled row, if the range is wanted. */
  from: string | undefined;
  to: string;
};

/** Toggles a row. All rows from the previously toggled one get the same state. */
export function selectRange({ ids, selected, from, to }: Range): Set<string> {
  const next = new Set(selected);
  const end = ids.indexOf(to);
  const start = from === undefined ? -1 : ids.indexOf(from);
  const range = start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
  for (const id of range) {
    if (selected.has(to)) next.delete(id);
    else next.add(id);
  }
  return next;
}
