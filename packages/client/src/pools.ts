import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  ChangePoolBody,
  CreatePoolBody,
  CreatePoolResponse,
  ListPoolsResponse,
} from "./generated/api.ts";

export type Pool = CreatePoolResponse;

/** Sets of IP addresses for direct delivery. They belong to the instance, so the key must be an operator's. */
export class Pools {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async list({ signal }: CallOptions = {}): Promise<Pool[]> {
    const call = { method: "GET", path: "/pools", repeatable: true, signal } as const;
    return (await this.#connection.call<ListPoolsResponse>(call)).pools;
  }

  /** Adds a pool. Not repeated after a lost response, because the second request would report that it exists. */
  create(pool: CreatePoolBody, { signal }: CallOptions = {}): Promise<Pool> {
    return this.#connection.call({ method: "POST", path: "/pools", body: pool, repeatable: false, signal });
  }

  /** Changes the given fields of a pool. `sources` is replaced as a whole. */
  update(id: string, change: ChangePoolBody, { signal }: CallOptions = {}): Promise<Pool> {
    const path = pathTo("pools", id);
    return this.#connection.call({ method: "PATCH", path, body: change, repeatable: true, signal });
  }

  /** Removes a pool that no routing rule uses. */
  remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("pools", id), signal);
  }
}
