import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  AddDomainBody,
  GetDomainResponse,
  ListDomainsQuery,
  ListDomainsResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export type DomainSummary = ListDomainsResponse["domains"][number];
/** A sender domain with the DNS records to publish. */
export type Domain = GetDomainResponse;

/** Sender domains, identified by name. */
export class Domains {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists sender domains by name. */
  list(
    query: ListDomainsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListDomainsResponse, DomainSummary> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/domains",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ domains }) => domains,
      cursor: query.cursor,
    });
  }

  /** Adds a domain. Not repeated after a lost response, because the second request would report that it exists. */
  add(domain: AddDomainBody, { signal }: CallOptions = {}): Promise<Domain> {
    return this.#connection.call({
      method: "POST",
      path: "/domains",
      body: domain,
      repeatable: false,
      signal,
    });
  }

  get(name: string, { signal }: CallOptions = {}): Promise<Domain> {
    return this.#connection.call({ method: "GET", path: pathTo("domains", name), repeatable: true, signal });
  }

  /** Checks the domain's DNS records now. */
  check(name: string, { signal }: CallOptions = {}): Promise<Domain> {
    return this.#connection.call({
      method: "POST",
      path: pathTo("domains", name, "check"),
      repeatable: true,
      signal,
    });
  }
}
