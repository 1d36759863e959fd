import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ListDomainReportsAnswer } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import { domainsKey } from "../domains.ts";

const pageSize = 10;

export function reportDaysQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...domainsKey, "reports", name],
    queryFn: ({ signal, pageParam }) =>
      api.get<ListDomainReportsAnswer>(
        withQuery(`/api/domains/${encodeURIComponent(name)}/reports`, { limit: pageSize, cursor: pageParam }),
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}
