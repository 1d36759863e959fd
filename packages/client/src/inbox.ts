import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  CountUnreadResponse,
  ExportInboxQuery,
  ListInboxQuery,
  ListInboxResponse,
  MarkInboxBody,
  ReleaseEmailBody,
  ReleaseEmailResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export type InboxEmail = ListInboxResponse["emails"][number];

/** Mail that was captured in test mode. Get the content of an email with `emails.get`. */
export class Inbox {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists captured emails, newest first. */
  list(query: ListInboxQuery = {}, { signal }: CallOptions = {}): PageList<ListInboxResponse, InboxEmail> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/inbox",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ emails }) => emails,
      cursor: query.cursor,
    });
  }

  /** Returns captured emails as CSV, newest first. */
  export(query: ExportInboxQuery = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/inbox/export", query, signal });
  }

  countUnread({ signal }: CallOptions = {}): Promise<CountUnreadResponse> {
    return this.#connection.call({ method: "GET", path: "/inbox/unread", repeatable: true, signal });
  }

  /** Marks emails as read or unread, by default all. */
  mark(marking: MarkInboxBody, { signal }: CallOptions = {}): Promise<CountUnreadResponse> {
    return this.#post("/inbox/mark", marking, signal);
  }

  /**
   * Deletes emails from the inbox. They stay in the list of emails. Returns the ids that were in the inbox. Not repeated after a lost
   * response, because the second response would contain no ids.
   */
  async delete(ids: string[], { signal }: CallOptions = {}): Promise<string[]> {
    const call = { method: "POST", path: "/inbox/delete", body: { ids }, repeatable: false, signal } as const;
    return (await this.#connection.call<{ ids: string[] }>(call)).ids;
  }

  /** Deletes all emails from the inbox, for example before a test. */
  async clear({ signal }: CallOptions = {}): Promise<void> {
    await this.#post("/inbox/clear", undefined, signal);
  }

  /** Restores deleted emails, or without ids what the last clearing removed. */
  async restore(ids?: string[], { signal }: CallOptions = {}): Promise<void> {
    await this.#post("/inbox/restore", ids === undefined ? {} : { ids }, signal);
  }

  /** Sends a captured email to real addresses. Not repeated after a lost response, because that could send it twice. */
  release(id: string, { to }: ReleaseEmailBody, { signal }: CallOptions = {}): Promise<ReleaseEmailResponse> {
    return this.#connection.call({
      method: "POST",
      path: pathTo("inbox", id, "release"),
      body: { to },
      repeatable: false,
      signal,
    });
  }

  #post<Result>(path: string, body: object | undefined, signal: AbortSignal | undefined): Promise<Result> {
    return this.#connection.call({ method: "POST", path, body, repeatable: true, signal });
  }
}
