import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** Retries what may heal by itself (no network, 5xx), never what the caller did wrong. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failureCount < 2 && (status === 0 || status >= 500);
}

/** `onApiError` hears every failure of a query or mutation before the page does. */
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
