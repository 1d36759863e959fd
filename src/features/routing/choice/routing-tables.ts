import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { RelayPolicy } from "../relay-policy.ts";
import { loadPools, loadRelays, loadRules, type RelayTrouble, readRoutingState } from "./queries.ts";
import type { RoutingTable } from "./routing-table.ts";

/** Between looks at whether anything changed. A change of a rule counts after it; and nobody asks while no mail goes out. */
const freshMs = 1_000;

export type RoutingState = {
  table: RoutingTable;
  /** Relays that nothing goes through now, by their ids. */
  troubles: ReadonlyMap<string, RelayTrouble>;
  /** That are alive, with this one. */
  workers: number;
  /** When the looking began, by `performance.now()`. */
  seenAt: number;
};

const nothing: RoutingTable = { rules: new Map(), relays: new Map(), pools: new Map() };

/** The routing table as it was a second ago at most; all mail of that second shares one look. Without the database the last one stands. */
export class RoutingTables {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #policies: RelayPolicy;
  #state: RoutingState = {
    table: nothing,
    troubles: new Map(),
    workers: 1,
    seenAt: Number.NEGATIVE_INFINITY,
  };
  #stamp = "";
  #looking: Promise<RoutingState> | null = null;

  constructor({ database, log, policies }: { database: Database; log: Logger; policies: RelayPolicy }) {
    this.#database = database;
    this.#log = log;
    this.#policies = policies;
  }

  /** What was known last, however old. */
  get latest(): RoutingState {
    return this.#state;
  }

  /** Rejects only when the database has never answered: no mail must go its usual way because its rules could not be read. */
  current(): RoutingState | Promise<RoutingState> {
    if (performance.now() - this.#state.seenAt < freshMs) return this.#state;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<RoutingState> {
    const seenAt = performance.now();
    try {
      const { stamp, troubles, workers } = await readRoutingState(this.#database);
      const table = stamp === this.#stamp ? this.#state.table : await this.#load();
      this.#stamp = stamp;
      this.#state = { table, troubles: new Map(troubles.map((one) => [one.id, one])), workers, seenAt };
    } catch (error) {
      if (this.#state.seenAt === Number.NEGATIVE_INFINITY) throw error;
      this.#log.warn({ event: "routes.not_read", err: error }, "could not read relays and routing rules");
    }
    return this.#state;
  }

  async #load(): Promise<RoutingTable> {
    const [relays, rules, pools] = await Promise.all([
      loadRelays(this.#database, this.#policies),
      loadRules(this.#database),
      loadPools(this.#database),
    ]);
    return {
      rules: Map.groupBy(rules, ({ accountId }) => accountId),
      relays: new Map(relays.map((relay) => [relay.id, relay])),
      pools: new Map(pools.map((pool) => [pool.id, pool])),
    };
  }
}
