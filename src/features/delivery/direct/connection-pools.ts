import {
  type Endpoint,
  IdleConnections,
  type MessagesPerConnection,
  type PoolOptions,
  SmtpPool,
} from "../../../mail/smtp/index.ts";

/** Pools without a connection are forgotten in bulk above this. */
const MAX_POOLS = 2_000;
/** Of all pools. Mail for ten thousand domains would leave as many idle behind; beyond the busiest few they are seldom used again. */
const MAX_IDLE = 256;

type Common = Omit<PoolOptions, "endpoint" | "heloName" | "messagesPerConnection" | "idleOfAll">;

type Way = {
  endpoint: Endpoint;
  heloName: string;
  /** What is asked of the server's certificate, and whose mail it is: a connection that met less is not used for more. */
  demands: string;
  messagesPerConnection: MessagesPerConnection;
};

/** One pool for each way to a server: its address, the demands on its TLS, and our own address. */
export class ConnectionPools {
  readonly #options: Common;
  readonly #pools = new Map<string, SmtpPool>();
  readonly #idleOfAll = new IdleConnections(MAX_IDLE);
  #isClosed = false;

  constructor(options: Common) {
    this.#options = options;
  }

  /** After `close` one that sends nothing. */
  find({ endpoint, heloName, demands, messagesPerConnection }: Way): SmtpPool {
    const { host, address, port, localAddress } = endpoint;
    const key = JSON.stringify([host, address, port, localAddress, heloName, demands]);
    const known = this.#pools.get(key);
    if (known) return known;
    if (this.#pools.size >= MAX_POOLS) this.#forgetEmpty();
    const idleOfAll = this.#idleOfAll;
    const pool = new SmtpPool({ ...this.#options, endpoint, heloName, messagesPerConnection, idleOfAll });
    this.#pools.set(key, pool);
    if (this.#isClosed) void pool.close({ graceMs: 0 });
    return pool;
  }

  async close(options: { graceMs: number }): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#pools.values()].map((pool) => pool.close(options)));
  }

  #forgetEmpty(): void {
    for (const [key, pool] of this.#pools) if (pool.isEmpty) this.#pools.delete(key);
  }
}
