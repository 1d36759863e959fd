import { textOf } from "../../search.ts";

/** The list's filter and page, in the address bar. */
export type DomainsSearch = {
  search?: string | undefined;
  cursor?: string | undefined;
};

export function domainsSearch(search: Record<string, unknown>): DomainsSearch {
  return { search: textOf(search.search), cursor: textOf(search.cursor) };
}
