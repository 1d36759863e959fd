import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  ChangeDomainTrackingBody,
  ChangeTrackingBody,
  GetDomainTrackingResponse,
  GetTrackingResponse,
} from "./generated/api.ts";

export type TrackingSettings = GetTrackingResponse;
export type DomainTracking = GetDomainTrackingResponse;

/** Opens and clicks: what is tracked, and what is stored about readers. */
export class Tracking {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the account's settings. */
  get({ signal }: CallOptions = {}): Promise<TrackingSettings> {
    return this.#connection.call({ method: "GET", path: "/tracking", repeatable: true, signal });
  }

  update(change: ChangeTrackingBody, { signal }: CallOptions = {}): Promise<TrackingSettings> {
    return this.#connection.call({
      method: "PATCH",
      path: "/tracking",
      body: change,
      repeatable: true,
      signal,
    });
  }

  /** Returns the settings of a domain, and the state of its tracking host. */
  getDomain(name: string, { signal }: CallOptions = {}): Promise<DomainTracking> {
    const path = pathTo("domains", name, "tracking");
    return this.#connection.call({ method: "GET", path, repeatable: true, signal });
  }

  /** Changes the settings of a domain. Null uses the account's setting. */
  updateDomain(
    name: string,
    change: ChangeDomainTrackingBody,
    { signal }: CallOptions = {},
  ): Promise<DomainTracking> {
    const path = pathTo("domains", name, "tracking");
    return this.#connection.call({ method: "PATCH", path, body: change, repeatable: true, signal });
  }

  /** Checks the tracking host of a domain now. */
  checkDomain(name: string, { signal }: CallOptions = {}): Promise<DomainTracking> {
    const path = pathTo("domains", name, "tracking", "check");
    return this.#connection.call({ method: "POST", path, repeatable: true, signal });
  }
}
