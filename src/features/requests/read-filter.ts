import { readTime } from "../../platform/http/index.ts";
import { firstIdAt, LAST_ID } from "../../platform/ids/index.ts";
import type { RequestFilterQuery } from "./http/schema.ts";
import type { RequestFilter } from "./queries.ts";

/** Errors: `validation_failed`. */
export function readFilter(accountId: string, query: RequestFilterQuery): RequestFilter {
  const { after, before } = query;
  return {
    accountId,
    fromId: firstIdAt(after === undefined ? new Date(0) : readTime("after", after)),
    beforeId: before === undefined ? LAST_ID : firstIdAt(readTime("before", before)),
    statusClass: query.status === undefined ? null : Number(query.status[0]),
    method: query.method ?? null,
    keyId: query.key_id ?? null,
    path: query.path?.trim() || null,
    text: query.search?.trim() || null,
  };
}
