import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** Retries network failures and 5xx responses; a 4xx would fail again, and a 504 take as long again. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failureCount < 2 && (status === 0 || (status >= 500 && status !== 504));
}

/** `onApiError` is called for every failed query and mutation, before the page renders the error. */
export function createQueryClient(onApiError: (error: ApiError) => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError) onApiError(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: 10_000, retry: isWorthRetrying } },
  });
}
