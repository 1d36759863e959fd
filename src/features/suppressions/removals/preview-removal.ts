import type { Database } from "../../../platform/db/index.ts";
import { listSuppressions } from "../http/page-queries.ts";
import { presentSuppression } from "../http/present-suppression.ts";
import type { FilterInput } from "../http/read-filter.ts";
import { filterOf } from "./filter-of.ts";
import { presentRemoval } from "./present-removal.ts";
import { insertRemoval, readBound, summarize } from "./queries.ts";

const SAMPLE_ROWS = 10;
const MOST_REPLIES = 10;

/**
 * Counts the suppressions that a removal with this filter would remove, and stores the filter and the current time as its bound: the
 * run removes nothing that was suppressed later. Errors: `validation_failed`.
 */
export async function previewRemoval({ db }: Database, accountId: string, input: FilterInput) {
  const asOf = await readBound(db, accountId);
  const filter = filterOf({ account_id: accountId, filter: input, as_of: asOf });
  const { matched, unsubscribed, byReason, byReply } = await summarize(db, filter);
  const sample = await listSuppressions(db, filter, SAMPLE_ROWS);
  const removal = await insertRemoval(db, { accountId, filter: input, asOf, matched });
  return {
    ...presentRemoval(removal),
    unsubscribed,
    by_reason: byReason,
    by_reply: byReply.slice(0, MOST_REPLIES),
    sample: sample.map(presentSuppression),
  };
}
