import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  GetSuppressionRemovalResponse,
  ListSuppressionRemovalsQuery,
  ListSuppressionRemovalsResponse,
  PreviewSuppressionRemovalBody,
  PreviewSuppressionRemovalResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export type SuppressionRemoval = GetSuppressionRemovalResponse;
export type SuppressionRemovalPreview = PreviewSuppressionRemovalResponse;
export type SuppressionFilter = PreviewSuppressionRemovalBody["filter"];

export type RunOptions = CallOptions & {
  /** Called after each step of about two seconds. */
  onProgress?: (removal: SuppressionRemoval) => void;
};

/** Bulk removals of suppressions: preview one, run it, undo it within 30 days. */
export class SuppressionRemovals {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the removals of the last 30 days, newest first. */
  list(
    query: ListSuppressionRemovalsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListSuppressionRemovalsResponse, SuppressionRemoval> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/suppressions/removals",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ removals }) => removals,
      cursor: query.cursor,
    });
  }

  /** Counts the matching suppressions and removes nothing. Complaints and unsubscribes match only if `reason` names them. */
  preview(filter: SuppressionFilter, { signal }: CallOptions = {}): Promise<SuppressionRemovalPreview> {
    return this.#connection.call({
      method: "POST",
      path: "/suppressions/removals",
      body: { filter },
      repeatable: true,
      signal,
    });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<SuppressionRemoval> {
    const path = pathTo("suppressions", "removals", id);
    return this.#connection.call({ method: "GET", path, repeatable: true, signal });
  }

  /** Removes the suppressions that the preview counted. Later suppressions stay. */
  async run(id: string, options: RunOptions = {}): Promise<SuppressionRemoval> {
    return await this.#act("run", id, options);
  }

  /** Restores the suppressions that the removal removed. */
  async restore(id: string, options: RunOptions = {}): Promise<SuppressionRemoval> {
    return await this.#act("restore", id, options);
  }

  async #act(
    action: "run" | "restore",
    id: string,
    { signal, onProgress }: RunOptions,
  ): Promise<SuppressionRemoval> {
    const path = pathTo("suppressions", "removals", id, action);
    for (;;) {
      const removal = await this.#connection.call<SuppressionRemoval>({
        method: "POST",
        path,
        repeatable: true,
        signal,
      });
      if (removal.state !== "removing" && removal.state !== "restoring") return removal;
      onProgress?.(removal);
    }
  }
}
