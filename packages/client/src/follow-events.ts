import type { Event } from "./event.ts";
import type { ListEventsQuery } from "./generated/api.ts";
import { pause } from "./pause.ts";
import { PosthouseError } from "./posthouse-error.ts";

export type FollowOptions = Pick<ListEventsQuery, "email_id" | "type"> & {
  /** Default: now, by the clock of this machine. */
  since?: string | Date;
  signal?: AbortSignal;
  /** Between two looks. Default: 1,000. */
  everyMs?: number;
  /** Given: told of each time that the server could not be asked, which is then asked again. Else such an error ends it. */
  onInterruption?: (error: PosthouseError) => void;
};

type List = (query: ListEventsQuery, signal: AbortSignal) => AsyncIterable<Event>;

/** Events become visible in the order of their commits, which may be some seconds after their time. */
const rereadMs = 10_000;
const mostPerPage = 100;

/** Asks again and again, each time from a while before the newest event that was seen, and leaves out what was seen. */
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
  const seen = new Map<string, number>();
  let from = new Date(since).getTime();
  let newest = from;
  while (!signal.aborted) {
    try {
      const query = { ...filter, since: new Date(from).toISOString(), limit: mostPerPage };
      for await (const event of list(query, signal)) {
        const at = Date.parse(event.created_at);
        if (seen.has(event.id)) continue;
        seen.set(event.id, at);
        newest = Math.max(newest, at);
        yield event;
      }
      from = Math.max(from, newest - rereadMs);
      for (const [id, at] of seen) if (at < from) seen.delete(id);
      await pause(everyMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!onInterruption || !isPassing(error)) throw error;
      onInterruption(error);
      await pause(everyMs, signal).catch(() => undefined);
    }
  }
}

/** A server that starts again, a network that comes back; not a key that was revoked. */
function isPassing(error: unknown): error is PosthouseError {
  if (!(error instanceof PosthouseError)) return false;
  const { code, status } = error;
  return (
    code === "network_error" || code === "timeout" || status === 429 || (status !== null && status >= 500)
  );
}
