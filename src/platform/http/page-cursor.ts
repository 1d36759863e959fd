import { decodeCursor, encodeCursor } from "../db/index.ts";
import { errors } from "../errors/index.ts";
import { isId, LAST_ID } from "../ids/index.ts";

/** The cursor of an account's list that is ordered by id, newest first: the next page starts after this id. */
export function writePageCursor(list: string, accountId: string, id: string): string {
  return encodeCursor([list, accountId, id]);
}

/**
 * The id after which to continue; without a cursor, the highest id. Never after `beforeId`, the end of a filter. A cursor of
 * another list or account is a validation error.
 */
export function readPageCursor(
  list: string,
  accountId: string,
  { cursor, beforeId = LAST_ID }: { cursor?: string | undefined; beforeId?: string },
): string {
  if (cursor === undefined) return beforeId;
  const [name, owner, id] = decodeCursor(cursor, 3) ?? [];
  if (name !== list || owner !== accountId || id === undefined || !isId(id)) throw invalidCursor();
  return id < beforeId ? id : beforeId;
}

/** The error for a cursor that was changed, or that belongs to another list or account. */
export function invalidCursor() {
  const message = "does not belong to this list; omit it to start at the first page";
  return errors.validation_failed(`cursor ${message}`, { fields: [{ path: "cursor", message }] });
}
