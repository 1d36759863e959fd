import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  ChangeRelayBody,
  CreateRelayBody,
  CreateRelayResponse,
  ListRelaysResponse,
  TestRelayResponse,
} from "./generated/api.ts";

export type Relay = CreateRelayResponse;
export type RelayTest = TestRelayResponse;

/** Servers that forward the account's mail. */
export class Relays {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists relays with their health, oldest first. */
  async list({ signal }: CallOptions = {}): Promise<Relay[]> {
    const call = { method: "GET", path: "/relays", repeatable: true, signal } as const;
    return (await this.#connection.call<ListRelaysResponse>(call)).relays;
  }

  /** Adds a relay. Routing rules decide what is sent through it. Not repeated after a lost response, because the second request would report that it exists. */
  create(relay: CreateRelayBody, { signal }: CallOptions = {}): Promise<Relay> {
    return this.#connection.call({ method: "POST", path: "/relays", body: relay, repeatable: false, signal });
  }

  /** Changes the given fields of a relay. */
  update(id: string, change: ChangeRelayBody, { signal }: CallOptions = {}): Promise<Relay> {
    const path = pathTo("relays", id);
    return this.#connection.call({ method: "PATCH", path, body: change, repeatable: true, signal });
  }

  remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("relays", id), signal);
  }

  /** Connects and signs in as workers do, and sends no mail. Takes at most 15 seconds. */
  test(id: string, { signal }: CallOptions = {}): Promise<RelayTest> {
    const path = pathTo("relays", id, "test");
    return this.#connection.call({ method: "POST", path, repeatable: true, signal });
  }
}
