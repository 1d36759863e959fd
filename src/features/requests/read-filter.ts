import { readIdRange } from "../../platform/http/index.ts";
import type { RequestFilterQuery } from "./http/schema.ts";
import type { RequestFilter } from "./queries.ts";

/** Errors: `validation_failed`. */
export function readFilter(accountId: string, query: RequestFilterQuery): RequestFilter {
  return {
    accountId,
    ...readIdRange(query),
    statusClass: query.status === undefined ? null : Number(query.status[0]),
    method: query.method ?? null,
    keyId: query.key_id ?? null,
    path: query.path?.trim() || null,
    text: query.search?.trim() || null,
  };
}
