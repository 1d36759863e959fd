type Page<Row> = {
  rows: Row[];
  pagination: { limit: number; has_more: boolean; next_cursor: string | null };
};

/** Cuts a page from its rows and one more, which only shows that there is a next page. `cursorAfter` writes the cursor of that page. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows,
    pagination: {
      limit,
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursorAfter(last),
    },
  };
}
