import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { Overview } from "../../api-types.ts";
import { pollEvery } from "../../poll.ts";

const POLL_MS = 5_000;

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => api.get<Overview>("/api/overview?days=14", signal),
  // An error stays on screen until the user retries; polling would make it flicker.
  refetchInterval: pollEvery(POLL_MS),
  // Creating a key or a contact completes a step, which should show when the user returns.
  staleTime: 1_000,
});
