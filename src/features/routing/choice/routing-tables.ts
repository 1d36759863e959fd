import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { DeliveryModes, type ModeInForce } from "../modes/delivery-modes.ts";
import { listSwitches } from "../modes/queries.ts";
import type { RelayPolicy } from "../relay-policy.ts";
import { loadPools, loadRelays, loadRules, type RelayTrouble, readRoutingState } from "./queries.ts";
import type { RoutingTable } from "./routing-table.ts";

/** Minimum time between two queries for changes. A changed rule takes effect after it. Without mail, no query is made. */
const FRESH_MS = 1_000;

export type RoutingState = {
  table: RoutingTable;
  /** When this table was read, by `performance.now()`. */
  tableSince: number;
  modes: DeliveryModes;
  /** Relays that currently get no mail, by id. */
  troubles: ReadonlyMap<string, RelayTrouble>;
  /** The number of live workers, including this one. */
  workers: number;
  /** The start of the query, by `performance.now()`. */
  seenAt: number;
  /** The same time, by the clock of the database. */
  readAt: Date;
};

type Options = {
  database: Database;
  log: Logger;
  policies: RelayPolicy;
  /** The delivery mode of the environment. */
  override: Config["deliveryOverride"];
};

const EMPTY_TABLE: RoutingTable = { rules: new Map(), relays: new Map(), pools: new Map() };

/** Keeps a routing table that is at most a second old, with one query per second at most. If the database fails, the last table stays in use. */
export class RoutingTables {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #policies: RelayPolicy;
  readonly #override: Config["deliveryOverride"];
  #state: RoutingState;
  #stamp = "";
  #refreshing: Promise<RoutingState> | null = null;

  constructor({ database, log, policies, override }: Options) {
    this.#database = database;
    this.#log = log;
    this.#policies = policies;
    this.#override = override;
    this.#state = {
      table: EMPTY_TABLE,
      tableSince: Number.NEGATIVE_INFINITY,
      modes: new DeliveryModes([], override),
      troubles: new Map(),
      workers: 1,
      seenAt: Number.NEGATIVE_INFINITY,
      readAt: new Date(),
    };
  }

  /** The last known state, at any age. */
  get latest(): RoutingState {
    return this.#state;
  }

  /** Rejects only when no query has ever succeeded: mail must not take the default route because its rules could not be read. */
  current(): RoutingState | Promise<RoutingState> {
    return performance.now() - this.#state.seenAt < FRESH_MS ? this.#state : this.#refreshed();
  }

  /** Reads a fresh table again, because changes may have been committed since. */
  async renewed(): Promise<RoutingState> {
    // A query in progress may have begun before them.
    await this.#refreshing;
    return await this.#refreshed();
  }

  #refreshed(): Promise<RoutingState> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<RoutingState> {
    const seenAt = performance.now();
    try {
      const { stamp, troubles, workers, readAt } = await readRoutingState(this.#database);
      const { table, tableSince, modes } = stamp === this.#stamp ? this.#state : await this.#load();
      this.#stamp = stamp;
      this.#state = {
        table,
        tableSince,
        modes,
        troubles: new Map(troubles.map((trouble) => [trouble.id, trouble])),
        workers,
        seenAt,
        readAt,
      };
    } catch (error) {
      if (this.#state.seenAt === Number.NEGATIVE_INFINITY) throw error;
      this.#log.warn(
        { event: "routes.not_read", err: error },
        "could not read relays and routing rules; using the last known ones",
      );
    }
    return this.#state;
  }

  async #load(): Promise<Pick<RoutingState, "table" | "tableSince" | "modes">> {
    const [relays, rules, pools, switches] = await Promise.all([
      loadRelays(this.#database, this.#policies),
      loadRules(this.#database),
      loadPools(this.#database),
      listSwitches(this.#database.db),
    ]);
    const table = {
      rules: Map.groupBy(rules, ({ accountId }) => accountId),
      relays: new Map(relays.map((relay) => [relay.id, relay])),
      pools: new Map(pools.map((pool) => [pool.id, pool])),
    };
    return { table, tableSince: performance.now(), modes: new DeliveryModes(switches, this.#override) };
  }
}

/** The present time by the clock of the database, which also dates the switches of the delivery mode. */
export function databaseTime({ readAt, seenAt }: Pick<RoutingState, "readAt" | "seenAt">): Date {
  const passedMs = Number.isFinite(seenAt) ? performance.now() - seenAt : 0;
  return new Date(readAt.getTime() + passedMs);
}

export function modeInForce(state: RoutingState): ModeInForce {
  return state.modes.inForceAt(databaseTime(state));
}
