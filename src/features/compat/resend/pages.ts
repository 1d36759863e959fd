import { errors } from "../../../platform/errors/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import type { PageQuery } from "./email-schema.ts";

/** A page of a list, newest first: the rows after a given row, or those before it. */
export type Page = { limit: number; after: string | null; before: string | null };

export function readPage(query: PageQuery): Page {
  refuseBoth(query);
  const { limit = 20, after, before } = query;
  return { limit, after: readCursor("after", after), before: readCursor("before", before) };
}

/**
 * Cuts a page from a list that is loaded as a whole. `compare`: negative for rows before the one with this id, positive for rows
 * after it.
 */
export function cutList<Row>(
  rows: readonly Row[],
  query: PageQuery,
  compare: (row: Row, id: string) => number,
): { object: "list"; has_more: boolean; data: Row[] } {
  refuseBoth(query);
  const { limit = 20, after, before } = query;
  const left = rows.filter(
    (row) =>
      (after === undefined || compare(row, after) > 0) && (before === undefined || compare(row, before) < 0),
  );
  const data = before === undefined ? left.slice(0, limit) : left.slice(-limit);
  return { object: "list", has_more: left.length > limit, data };
}

function refuseBoth({ after, before }: PageQuery): void {
  if (after !== undefined && before !== undefined)
    throw problem("before", "The `after` and `before` parameters cannot be used together.");
}

function readCursor(path: string, id: string | undefined): string | null {
  if (id === undefined) return null;
  if (!isId(id)) throw problem(path, `The \`${path}\` parameter must be the id of a row of this list.`);
  return id.toLowerCase();
}

function problem(path: string, message: string) {
  return errors.validation_failed(message, { fields: [{ path, message }] });
}
