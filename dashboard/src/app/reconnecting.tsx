import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { ApiError } from "../api.ts";
import { Spinner } from "../ui/spinner.tsx";
import { isServerReachable } from "./is-server-reachable.ts";

const CHECK_MS = 1_000;

/** Shown while a query of the page does not reach the server. Once the server is back, those queries are sent again. */
export function Reconnecting() {
  const isAway = useServerAway();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 grid justify-items-center"
    >
      {isAway ? (
        <p className="flex animate-enter items-center gap-2.5 rounded-full border bg-raised px-4 py-2 font-medium shadow-float">
          <Spinner className="size-4 text-ink-faint" />
          Reconnecting…
        </p>
      ) : null}
    </div>
  );
}

function useServerAway(): boolean {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  const isAway = useSyncExternalStore(subscribe, () => cache.getAll().some(isCutOff));
  useEffect(() => {
    if (!isAway) return;
    const timer = window.setInterval(async () => {
      if (await isServerReachable()) void client.refetchQueries({ type: "active", predicate: isCutOff });
    }, CHECK_MS);
    return () => window.clearInterval(timer);
  }, [isAway, client]);
  return isAway;
}

function isCutOff(query: Query): boolean {
  const error = query.state.fetchFailureReason ?? query.state.error;
  return query.isActive() && error instanceof ApiError && error.status === 0;
}
