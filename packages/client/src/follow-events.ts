import type { Event } from "./event.ts";
import type { ListEventsQuery, ListEventsResponse } from "./generated/api.ts";
import type { PageList } from "./page-list.ts";
import { pause } from "./pause.ts";
import { PosthouseError } from "./posthouse-error.ts";

export type FollowOptions = Pick<ListEventsQuery, "email_id" | "kind" | "type"> & {
  /** Start time. Default: now, by this machine's clock. */
  since?: string | Date;
  signal?: AbortSignal;
  /** Polling interval. Default: 1,000. */
  everyMs?: number;
  /** Called for each temporary error; polling then continues. Without this callback, such an error ends the iteration. */
  onInterruption?: (error: PosthouseError) => void;
};

type List = (query: ListEventsQuery, signal: AbortSignal) => PageList<ListEventsResponse, Event>;

const PAGE_SIZE = 100;

/** Polls for events after the last page. The server lists events in the order of their ids, so none is missed. */
export async function* followEvents(
  list: List,
  {
    since = new Date(),
    signal = new AbortController().signal,
    onInterruption,
    everyMs = 1_000,
    ...filter
  }: FollowOptions,
): AsyncGenerator<Event, void, undefined> {
  let from: Pick<ListEventsQuery, "since" | "after"> = { since: new Date(since).toISOString() };
  while (!signal.aborted) {
    try {
      for await (const page of list({ ...filter, ...from, limit: PAGE_SIZE }, signal).pages()) {
        yield* page.events;
        // After events that do not match, too, so that the server does not read them again.
        if (page.pagination.next_cursor) from = { after: page.pagination.next_cursor };
      }
      await pause(everyMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!onInterruption || !isTemporary(error)) throw error;
      onInterruption(error);
      await pause(everyMs, signal).catch(() => undefined);
    }
  }
}

/** True for errors that pass, such as a restarting server or a network failure, but not for a revoked key. */
function isTemporary(error: unknown): error is PosthouseError {
  if (!(error instanceof PosthouseError)) return false;
  const { code, status } = error;
  return (
    code === "network_error" || code === "timeout" || status === 429 || (status !== null && status >= 500)
  );
}
