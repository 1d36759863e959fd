import { compareKey } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { defaultPageSize, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { readAddress } from "../read-address.ts";
import { listSuppressions } from "./page-queries.ts";
import { presentSuppression } from "./present-suppression.ts";
import type { ListSuppressionsQuery } from "./schema.ts";

/** One page of an account's suppressions, newest first, stable while new ones arrive. Errors: `validation_failed`. */
export async function findSuppressions({ db }: Database, accountId: string, query: ListSuppressionsQuery) {
  const limit = query.limit ?? defaultPageSize;
  const rows = await listSuppressions(
    db,
    {
      accountId,
      beforeId: readPageCursor("suppressions", accountId, query.cursor),
      reason: query.reason ?? null,
      pattern: patternOf(query.search?.trim() ?? ""),
    },
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    suppressions: page.map(presentSuppression),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore && last ? writePageCursor("suppressions", accountId, last.id) : null,
    },
  };
}

/** A whole address is found in any spelling. One or two characters have no trigram, so they are found where an address begins. */
function patternOf(search: string): string | null {
  if (search === "") return null;
  const read = readAddress(search);
  const text = "address" in read ? compareKey(read.address) : search.normalize("NFC").toLowerCase();
  const literal = text
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/[\\%_]/g, "\\$&");
  return text.length < 3 ? `${literal}%` : `%${literal}%`;
}
