import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { Overview } from "../../api-types.ts";

const POLL_MS = 5_000;

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => api.get<Overview>("/api/overview?days=14", signal),
  // A failure that is on screen stays until its reader tries again; it must not flicker between two states.
  refetchInterval: ({ state }) => (state.data === undefined ? false : POLL_MS),
  // Whoever comes back from creating a key or a contact wants to see that step ticked off.
  staleTime: 1_000,
});
