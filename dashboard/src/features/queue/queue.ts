import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ActOnQueueResponse, ListUncertainResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { Queue, QueueAction, QueueScope, UncertainRecipient } from "../../api-types.ts";
import { pollEvery } from "../../poll.ts";
import { type QueueSearch, queueFilters, type UncertainSearch, type View } from "./queue-search.ts";

/** Faster updates are unreadable; slower ones do not feel live. */
const POLL_MS = 2_000;

export const QUEUE_KEY = ["queue"] as const;

export function queueQuery({ view = "own", cursor, ...search }: QueueSearch) {
  const filters = { ...queueFilters(search), cursor };
  const path = view === "own" ? "/api/queue" : "/api/instance/queue";
  const by = { destinations: { by: "destination" }, accounts: { by: "account" }, own: {} }[view];
  return queryOptions({
    queryKey: [...QUEUE_KEY, view, filters],
    queryFn: ({ signal }) => api.get<Queue>(withQuery(path, { ...by, ...filters }), signal),
    refetchInterval: pollEvery(POLL_MS),
    // Another view has other rows: an action on a previous view's row would have the wrong scope.
    placeholderData: (previous: Queue | undefined, before) =>
      before?.queryKey[QUEUE_KEY.length] === view ? previous : undefined,
    staleTime: 0,
  });
}

export type Acting = {
  view: View;
  action: QueueAction;
  scope: QueueScope;
  reason?: string | undefined;
  seconds?: number | undefined;
  /** The undo of an earlier action. */
  isUndo?: true;
};

export type Acted = { changed: number; replaced: ActOnQueueResponse["replaced"] };

/** Repeats until all recipients are done. `onProgress` receives the total so far. */
export async function actOnQueue(
  { view, isUndo: _, ...request }: Acting,
  onProgress: (changed: number) => void,
): Promise<Acted> {
  const path = view === "own" ? "/api/queue/actions" : "/api/instance/queue/actions";
  let changed = 0;
  let before: string | undefined;
  for (;;) {
    const body = before === undefined ? request : { ...request, before };
    const done = await api.post<ActOnQueueResponse>(path, body);
    changed += done.changed;
    onProgress(changed);
    if (!done.has_more) return { changed, replaced: done.replaced };
    before = done.before;
  }
}

export function uncertainQuery({ uncertain_domain: domain, uncertain_cursor: cursor }: UncertainSearch) {
  return queryOptions({
    queryKey: [...QUEUE_KEY, "uncertain", domain, cursor],
    queryFn: ({ signal }) =>
      api.get<ListUncertainResponse>(
        withQuery("/api/queue/uncertain", { domain, cursor, limit: 20 }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function resolveUncertain(
  { email_id, position }: UncertainRecipient,
  as: "retry" | "delivered",
): Promise<void> {
  return api.post(`/api/emails/${encodeURIComponent(email_id)}/recipients/${position}/resolve`, { as });
}

/** Undoes a pause or hold: begins the one again that it replaced, so that mail that was paused before is not sent. */
export function undoOf({ view, scope }: Acting, { replaced }: Acted): Acting {
  if (replaced === null) return { view, scope, action: "resume", isUndo: true };
  const { kind: action, reason, seconds } = replaced;
  return {
    view,
    scope,
    action,
    ...(reason !== null && { reason }),
    ...(seconds !== null && { seconds }),
    isUndo: true,
  };
}
