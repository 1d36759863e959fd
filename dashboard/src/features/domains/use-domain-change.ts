import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DomainDetail } from "../../api-types.ts";
import { DOMAINS_KEY, domainQuery } from "./domains.ts";

type Follow = {
  onSuccess: (domain: DomainDetail) => void;
  onError?: (error: Error) => void;
};

/** A change that answers with the domain as it is now: shown at once, while lists are asked anew. */
export function useDomainChange<Input>(change: (input: Input) => Promise<DomainDetail>, follow: Follow) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (domain) => {
      queryClient.setQueryData(domainQuery(domain.name).queryKey, domain);
      follow.onSuccess(domain);
      await queryClient.invalidateQueries({ queryKey: DOMAINS_KEY });
    },
    ...(follow.onError && { onError: follow.onError }),
  });
}

/** After it was removed: nothing of it is shown any more. */
export function useForgetDomain(name: string) {
  const queryClient = useQueryClient();
  return async () => {
    queryClient.removeQueries({ queryKey: domainQuery(name).queryKey });
    await queryClient.invalidateQueries({ queryKey: [...DOMAINS_KEY, "list"] });
  };
}
