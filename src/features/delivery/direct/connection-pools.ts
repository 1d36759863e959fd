import { type Endpoint, type PoolOptions, SmtpPool } from "../../../mail/smtp/index.ts";

/** Pools without a connection are forgotten in bulk above this. */
const maxPools = 2_000;

/** One pool for each way to a server: its address, the demands on its TLS, and our own address. */
export class ConnectionPools {
  readonly #options: Omit<PoolOptions, "endpoint" | "heloName">;
  readonly #pools = new Map<string, SmtpPool>();

  constructor(options: Omit<PoolOptions, "endpoint" | "heloName">) {
    this.#options = options;
  }

  /** `demands` names what is asked of the server's certificate: a connection that met less is not used for more. */
  find({ endpoint, heloName, demands }: { endpoint: Endpoint; heloName: string; demands: string }): SmtpPool {
    const { host, address, port, localAddress } = endpoint;
    const key = JSON.stringify([host, address, port, localAddress, heloName, demands]);
    const known = this.#pools.get(key);
    if (known) return known;
    if (this.#pools.size >= maxPools) this.#forgetEmpty();
    const pool = new SmtpPool({ ...this.#options, endpoint, heloName });
    this.#pools.set(key, pool);
    return pool;
  }

  async close(options: { graceMs: number }): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close(options)));
  }

  #forgetEmpty(): void {
    for (const [key, pool] of this.#pools) if (pool.isEmpty) this.#pools.delete(key);
  }
}
