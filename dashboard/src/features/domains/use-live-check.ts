import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DomainDetail } from "../../api-types.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import { checkDomain, domainQuery } from "./domains.ts";
import { hasFirstRecords } from "./record-groups.ts";

/** A check sends a dozen DNS queries; a person waits for its result. */
const CHECK_EVERY_MS = 8_000;

/** Checks the domain's DNS while the page is open and visible, until its first records are found. */
export function useLiveCheck(domain: DomainDetail | undefined): void {
  const queryClient = useQueryClient();
  const name = domain?.name ?? "";
  // Viewers may not check.
  const isViewer = useIsViewer();
  const isWaiting = !isViewer && domain !== undefined && !hasFirstRecords(domain.records);
  const { data } = useQuery({
    queryKey: ["live-check", name],
    queryFn: () => checkDomain(name),
    enabled: isWaiting,
    refetchInterval: CHECK_EVERY_MS,
    // A check that failed is made again; the page shows the last result.
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) queryClient.setQueryData(domainQuery(data.name).queryKey, data);
  }, [data, queryClient]);
}
