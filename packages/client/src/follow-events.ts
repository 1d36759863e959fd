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

const mostPerPage = 100;

/** Asks again and again for what is behind the last event. The server shows events in the order of their ids, so none is missed. */
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
      for await (const event of list({ ...filter, ...from, limit: mostPerPage }, signal)) {
        from = { after: event.id };
        yield event;
      }
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
