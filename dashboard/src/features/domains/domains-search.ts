import { textOf } from "../../search.ts";

/** The filter and the page of the list, as they stand in the address bar. */
export type DomainsSearch = {
  search?: string | undefined;
  cursor?: string | undefined;
};

export function domainsSearch(search: Record<string, unknown>): DomainsSearch {
  return { search: textOf(search.search), cursor: textOf(search.cursor) };
}
