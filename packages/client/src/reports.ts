import type { Connection } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  ExportReportsQuery,
  ListReportedDomainsQuery,
  ListReportedDomainsResponse,
  ListReportsQuery,
  ListReportsResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

/** A DMARC or TLS report that a reporter sent about a domain. */
export type Report = ListReportsResponse["reports"][number];

/** Reports about all domains. `domains.reports` has those of one domain, by day and source. */
export class Reports {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists received reports, newest first. */
  list(query: ListReportsQuery = {}, { signal }: CallOptions = {}): PageList<ListReportsResponse, Report> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/reports",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ reports }) => reports,
      cursor: query.cursor,
    });
  }

  /** Returns received reports as CSV, newest first. */
  export(query: ExportReportsQuery = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/reports/export", query, signal });
  }

  /** Returns the sums of the reports of each domain. */
  domains(
    query: ListReportedDomainsQuery = {},
    { signal }: CallOptions = {},
  ): Promise<ListReportedDomainsResponse> {
    return this.#connection.call({
      method: "GET",
      path: "/reports/domains",
      query,
      repeatable: true,
      signal,
    });
  }
}
