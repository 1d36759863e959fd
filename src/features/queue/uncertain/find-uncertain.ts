import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, invalidCursor } from "../../../platform/http/index.ts";
import { isId, LAST_ID } from "../../../platform/ids/index.ts";
import { listUncertain, type UncertainRow } from "./queries.ts";

export type UncertainQuery = { limit?: number; cursor?: string; domain?: string };

/** Lists recipients that may or may not have received the mail and are not retried. A person may decide about them. */
export async function findUncertain(database: Database, accountId: string, query: UncertainQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const rows = await listUncertain(database, {
    accountId,
    domain: query.domain?.toLowerCase() ?? null,
    behind: readCursor(accountId, query.cursor),
    limit: limit + 1,
  });
  const page = cutPage(rows, limit, ({ email_id, position }) =>
    encodeCursor(["uncertain", accountId, email_id, String(position)]),
  );
  return { uncertain: page.rows.map(presentUncertain), pagination: page.pagination };
}

function presentUncertain({ email_id, position, address, subject, updated_at, detail }: UncertainRow) {
  return {
    email_id,
    position,
    address,
    subject,
    uncertain_at: updated_at.toISOString(),
    reason: detail?.reason ?? null,
    line: detail?.line ?? null,
  };
}

function readCursor(accountId: string, cursor: string | undefined) {
  if (cursor === undefined) return { emailId: LAST_ID, position: 0 };
  const [list, owner, emailId, position] = decodeCursor(cursor, 4) ?? [];
  if (
    list === "uncertain" &&
    owner === accountId &&
    emailId !== undefined &&
    isId(emailId) &&
    /^\d{1,5}$/.test(position ?? "")
  )
    return { emailId, position: Number(position) };
  throw invalidCursor();
}
