import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/** Shows what was saved. An older response in flight must not replace it. */
export async function showSaved<T>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
  saved: NoInfer<T>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, saved);
}
