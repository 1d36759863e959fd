import {
  type Endpoint,
  IdleConnections,
  type MessagesPerConnection,
  type PoolOptions,
  SmtpPool,
} from "../../../mail/smtp/index.ts";

/** Above this number, pools without a connection are removed. */
const MAX_POOLS = 2_000;
/** Idle connections of all pools. Mail for 10,000 domains would leave as many; most are not used again. */
const MAX_IDLE = 256;

type Common = Omit<PoolOptions, "endpoint" | "heloName" | "messagesPerConnection" | "idleOfAll">;

type Wanted = {
  endpoint: Endpoint;
  heloName: string;
  /** The throttle and the requirements for the server's certificate. A connection that met weaker requirements is not reused for stricter ones. */
  demands: string;
  messagesPerConnection: MessagesPerConnection;
};

/** One pool for each combination of server address, TLS demands and source address. */
export class ConnectionPools {
  readonly #options: Common;
  readonly #pools = new Map<string, SmtpPool>();
  readonly #idleOfAll = new IdleConnections(MAX_IDLE);
  #isClosed = false;

  constructor(options: Common) {
    this.#options = options;
  }

  /** After `close`, returns a pool that sends nothing. */
  find({ endpoint, heloName, demands, messagesPerConnection }: Wanted): SmtpPool {
    const { host, address, port, localAddress } = endpoint;
    const key = JSON.stringify([host, address, port, localAddress, heloName, demands]);
    const existing = this.#pools.get(key);
    if (existing) return existing;
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
