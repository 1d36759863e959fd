import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { DomainDetail } from "../../api-types.ts";
import { showSaved } from "../../show-saved.ts";
import { DOMAINS_KEY, domainQuery } from "./domains.ts";

type Follow = {
  onSuccess: (domain: DomainDetail) => void | Promise<void>;
  onError?: (error: Error) => void;
};

/** A change that returns the updated domain: shows it at once and reloads the lists. A second change by the same control waits for the first. */
export function useDomainChange<Input>(change: (input: Input) => Promise<DomainDetail>, follow: Follow) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: useId() },
    onSuccess: async (domain) => {
      await showSaved(queryClient, domainQuery(domain.name), domain);
      await follow.onSuccess(domain);
      void queryClient.invalidateQueries({ queryKey: DOMAINS_KEY });
    },
    ...(follow.onError && { onError: follow.onError }),
  });
}

/** Removes a deleted domain from the cache. */
export function useForgetDomain(name: string) {
  const queryClient = useQueryClient();
  return async () => {
    queryClient.removeQueries({ queryKey: domainQuery(name).queryKey });
    await queryClient.invalidateQueries({ queryKey: [...DOMAINS_KEY, "list"] });
  };
}
