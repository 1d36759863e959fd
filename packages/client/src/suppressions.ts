import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  CreateSuppressionsBody,
  CreateSuppressionsResponse,
  ExportSuppressionsQuery,
  GetSuppressionResponse,
  ImportSuppressionsQuery,
  ImportSuppressionsResponse,
  ListSuppressionsQuery,
  ListSuppressionsResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";
import { SuppressionRemovals } from "./suppression-removals.ts";
import { type CsvFile, type CsvOptions, IMPORT_TIMEOUT_MS, uploadCsv } from "./upload-csv.ts";

export type Suppression = GetSuppressionResponse;

/** Addresses that get no mail from the account, with the reason. */
export class Suppressions {
  /** Bulk removals. */
  readonly removals: SuppressionRemovals;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.removals = new SuppressionRemovals(connection);
    this.#connection = connection;
  }

  /** Lists suppressions, newest first. */
  list(
    query: ListSuppressionsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListSuppressionsResponse, Suppression> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/suppressions",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ suppressions }) => suppressions,
      cursor: query.cursor,
    });
  }

  /** Adds one or up to 1,000 suppressions. An existing suppression is never weakened, so repeating the request is safe. */
  create(
    suppressions: CreateSuppressionsBody,
    { signal }: CallOptions = {},
  ): Promise<CreateSuppressionsResponse> {
    return this.#connection.call({
      method: "POST",
      path: "/suppressions",
      body: suppressions,
      repeatable: true,
      signal,
    });
  }

  /**
   * Imports suppressions from CSV, at most 100 MB. The first 100 rows that fail are in `errors`, and all others are imported. If the
   * response is lost, the file is sent again, and rows that are already stored count as unchanged.
   */
  import(
    file: CsvFile,
    { reason, ...options }: ImportSuppressionsQuery & CsvOptions = {},
  ): Promise<ImportSuppressionsResponse> {
    return this.#connection.call({
      ...uploadCsv("/suppressions/import", file, options),
      query: { reason },
      timeoutMs: IMPORT_TIMEOUT_MS,
    });
  }

  get(address: string, { signal }: CallOptions = {}): Promise<Suppression> {
    return this.#connection.call({
      method: "GET",
      path: pathTo("suppressions", address),
      repeatable: true,
      signal,
    });
  }

  /** Removes a suppression, so that the address gets mail again. */
  remove(address: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("suppressions", address), signal);
  }

  /** Returns suppressions as CSV in the format of the import. */
  export(
    query: ExportSuppressionsQuery = {},
    { signal }: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/suppressions/export", query, signal });
  }
}
