import { decodeCursor, encodeCursor } from "../db/index.ts";
import { errors } from "../errors/index.ts";
import { isId, lastId } from "../ids/index.ts";

/** Where a list of an account goes on that is ordered by id, newest first: behind this one. */
export function writePageCursor(list: string, accountId: string, id: string): string {
  return encodeCursor([list, accountId, id]);
}

/** The id to go on behind; without a cursor the last of all. One of another list or account is a problem of that field. */
export function readPageCursor(list: string, accountId: string, cursor: string | undefined): string {
  if (cursor === undefined) return lastId;
  const [name, owner, id] = decodeCursor(cursor, 3) ?? [];
  if (name === list && owner === accountId && id !== undefined && isId(id)) return id;
  const message = "is not one of ours; leave it out to begin at the first page";
  throw errors.validation_failed(`cursor ${message}`, { fields: [{ path: "cursor", message }] });
}
