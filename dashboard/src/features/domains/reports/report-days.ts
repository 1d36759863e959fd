import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../../api.ts";
import { domainsKey } from "../domains.ts";

/** What receivers reported of a domain's mail, of one source on one day. */
export interface ReportDay {
  day: string;
  kind: "dmarc" | "tls";
  /** The address that sent, or the policy that applied. */
  source: string;
  messages: number;
  passed: number;
  dkim_passed: number;
  spf_passed: number;
  quarantined: number;
  rejected: number;
  failure: string | null;
}

const pageSize = 10;

export function reportDaysQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...domainsKey, "reports", name],
    queryFn: ({ signal, pageParam }) =>
      api.get<{ days: ReportDay[]; pagination: Pagination }>(
        withQuery(`/api/domains/${encodeURIComponent(name)}/reports`, { limit: pageSize, cursor: pageParam }),
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}
