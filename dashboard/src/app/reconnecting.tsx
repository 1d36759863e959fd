import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { ApiError } from "../api.ts";
import { Spinner } from "../ui/spinner.tsx";
import { isServerReachable } from "./is-server-reachable.ts";
import { FIRST_DELAY, reconnect } from "./reconnect.ts";

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
  const delay = useRef({ ...FIRST_DELAY });
  useEffect(() => {
    if (!isAway) return;
    const stopping = new AbortController();
    void reconnect({
      isServerReachable,
      // Those that are in flight are not restarted: a slow one would never finish.
      refetch: async () => {
        await client.refetchQueries({ type: "active", predicate: isCutOff }, { cancelRefetch: false });
        return !cache.getAll().some(isCutOff);
      },
      delay: delay.current,
      wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
      signal: stopping.signal,
    });
    return () => stopping.abort();
  }, [isAway, client, cache]);
  return isAway;
}

function isCutOff(query: Query): boolean {
  const error = query.state.fetchFailureReason ?? query.state.error;
  return query.isActive() && error instanceof ApiError && error.status === 0;
}
