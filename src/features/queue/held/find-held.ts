import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { defaultPageSize } from "../../../platform/http/index.ts";
import { isId, lastId } from "../../../platform/ids/index.ts";
import { type HeldRow, listHeld } from "./queries.ts";

export type HeldQuery = { limit?: number; cursor?: string; domain?: string };

/** Recipients about whom a person may decide: nobody knows whether the mail arrived, and nobody tries any more. */
export async function findHeld(database: Database, accountId: string, query: HeldQuery) {
  const limit = query.limit ?? defaultPageSize;
  const rows = await listHeld(database, {
    accountId,
    domain: query.domain?.toLowerCase() ?? null,
    behind: readCursor(accountId, query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    held: page.map(presentHeld),
    pagination: {
      limit,
      has_more: last !== undefined,
      next_cursor: last ? encodeCursor(["held", accountId, last.email_id, String(last.position)]) : null,
    },
  };
}

function presentHeld({ email_id, position, address, subject, updated_at, detail }: HeldRow) {
  return {
    email_id,
    position,
    address,
    subject,
    held_at: updated_at.toISOString(),
    reason: detail?.reason ?? null,
    line: detail?.line ?? null,
  };
}

function readCursor(accountId: string, cursor: string | undefined) {
  if (cursor === undefined) return { emailId: lastId, position: 0 };
  const [list, owner, emailId, position] = decodeCursor(cursor, 4) ?? [];
  if (
    list === "held" &&
    owner === accountId &&
    emailId !== undefined &&
    isId(emailId) &&
    /^\d{1,5}$/.test(position ?? "")
  )
    return { emailId, position: Number(position) };
  const message = "is not one of ours; leave it out to begin at the first page";
  throw errors.validation_failed(`cursor ${message}`, { fields: [{ path: "cursor", message }] });
}
