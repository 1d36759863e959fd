import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  AddDomainBody,
  ChangeDomainBody,
  ExportDomainsQuery,
  GetDnsHostResponse,
  GetDomainResponse,
  ListDmarcSourcesQuery,
  ListDmarcSourcesResponse,
  ListDomainEventsQuery,
  ListDomainEventsResponse,
  ListDomainReportsQuery,
  ListDomainReportsResponse,
  ListDomainsQuery,
  ListDomainsResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export type DomainSummary = ListDomainsResponse["domains"][number];
/** A sender domain with the DNS records to publish. */
export type Domain = GetDomainResponse;
export type DomainEvent = ListDomainEventsResponse["events"][number];
/** One day of a source, in the reports about a domain. */
export type DomainReport = ListDomainReportsResponse["days"][number];

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

  /** Returns sender domains as CSV, sorted by name. */
  export(query: ExportDomainsQuery = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/domains/export", query, signal });
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
  /** Changes `rotate_every_days` or `tracking_host`. */
  update(name: string, change: ChangeDomainBody, { signal }: CallOptions = {}): Promise<Domain> {
    const path = pathTo("domains", name);
    return this.#connection.call({ method: "PATCH", path, body: change, repeatable: true, signal });
  }

  /** Removes a domain and deletes its DKIM keys permanently. */
  remove(name: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("domains", name), signal);
  }

  /** Rotates the DKIM keys. Not repeated after a lost response, because the keys may have been rotated. */
  rotate(name: string, { signal }: CallOptions = {}): Promise<Domain> {
    const path = pathTo("domains", name, "rotate");
    return this.#connection.call({ method: "POST", path, repeatable: false, signal });
  }

  /** Finds the company on whose pages the DNS records are edited. */
  dnsHost(name: string, { signal }: CallOptions = {}): Promise<GetDnsHostResponse> {
    const path = pathTo("domains", name, "dns-host");
    return this.#connection.call({ method: "GET", path, repeatable: true, signal });
  }

  /** Returns the DNS records to publish as a zone file, which many DNS providers import. */
  async zoneFile(name: string, { signal }: CallOptions = {}): Promise<string> {
    const path = pathTo("domains", name, "zone-file");
    const file = await this.#connection.download({ path, type: "text/plain", signal });
    return await new Response(file).text();
  }

  /** Lists changes of the domain and of its records, newest first. */
  events(
    name: string,
    query: ListDomainEventsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListDomainEventsResponse, DomainEvent> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: pathTo("domains", name, "events"),
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ events }) => events,
      cursor: query.cursor,
    });
  }

  /** Lists DMARC and TLS reports by day and source, newest day first. */
  reports(
    name: string,
    query: ListDomainReportsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListDomainReportsResponse, DomainReport> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: pathTo("domains", name, "reports"),
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ days }) => days,
      cursor: query.cursor,
    });
  }

  /** Returns the servers that send mail as the account's domains, from DMARC reports. */
  dmarcSources(
    query: ListDmarcSourcesQuery = {},
    { signal }: CallOptions = {},
  ): Promise<ListDmarcSourcesResponse> {
    return this.#connection.call({ method: "GET", path: "/dmarc/sources", query, repeatable: true, signal });
  }
}
