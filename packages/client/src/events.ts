import type { Connection } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type { Event } from "./event.ts";
import { type FollowOptions, followEvents } from "./follow-events.ts";
import type { ListEventsQuery, ListEventsResponse } from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export class Events {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists events, oldest first. */
  list(query: ListEventsQuery = {}, { signal }: CallOptions = {}): PageList<ListEventsResponse, Event> {
    return new PageList({
      load: (after) =>
        this.#connection.call({
          method: "GET",
          path: "/events",
          query: { ...query, after },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ events }) => events,
      cursor: query.after,
    });
  }

  /** Yields events as they happen, each once, starting at `since` or now. Ends when `signal` aborts. */
  follow(options: FollowOptions = {}): AsyncGenerator<Event, void, undefined> {
    return followEvents((query, signal) => this.list(query, { signal }), options);
  }
}
