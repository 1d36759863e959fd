import { oneOf, textOf } from "../../search.ts";
import { type Reason, reasons } from "./suppressions.ts";

/** The filters and the page of the list, as they stand in the address bar. */
export interface SuppressionsSearch {
  search?: string | undefined;
  reason?: Reason | undefined;
  cursor?: string | undefined;
}

export function suppressionsSearch(search: Record<string, unknown>): SuppressionsSearch {
  return {
    search: textOf(search.search),
    reason: oneOf(search.reason, reasons),
    cursor: textOf(search.cursor),
  };
}
