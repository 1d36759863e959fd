import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ListDomainReportsResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import { DOMAINS_KEY } from "../domains.ts";

const PAGE_SIZE = 10;

export function reportDaysQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...DOMAINS_KEY, "reports", name],
    queryFn: ({ signal, pageParam }) =>
      api.get<ListDomainReportsResponse>(
        withQuery(`/api/domains/${encodeURIComponent(name)}/reports`, {
          limit: PAGE_SIZE,
          cursor: pageParam,
        }),
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}
