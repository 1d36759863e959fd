import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { type Policies, policiesOf } from "./policies.ts";

export type ServicesOptions = {
  /** The names of the process's roles. */
  name: string;
  config: Config;
  log: Logger;
  database: Database;
};

/**
 * The shared objects of one process. Each file of this folder builds one service from them, once and at its first use (`once`).
 * Services are functions and not getters of this class, because a worker must not load code that only the web server needs.
 */
export class Services {
  readonly name: string;
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  /** The policies of this edition. */
  readonly policies: Policies;
  readonly #closers: (() => Promise<void>)[] = [];

  constructor({ name, config, log, database }: ServicesOptions) {
    this.name = name;
    this.config = config;
    this.log = log;
    this.database = database;
    this.policies = policiesOf(config);
  }

  /** Called by a service that must be closed. */
  onClose(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes the services, the newest first. The roles of the process must have stopped. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Builds a service at its first use. Later calls with the same services return the same one. */
export function once<T>(build: (services: Services) => T): (services: Services) => T {
  const built = new WeakMap<Services, { thing: T }>();
  return (services) => {
    let known = built.get(services);
    if (!known) {
      known = { thing: build(services) };
      built.set(services, known);
    }
    return known.thing;
  };
}
