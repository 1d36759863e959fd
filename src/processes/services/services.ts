import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { type Policies, policiesOf } from "./policies.ts";

export type ServicesOptions = {
  /** Of the process: the names of its roles. */
  name: string;
  config: Config;
  log: Logger;
  database: Database;
};

/**
 * What one process works with. The files of this folder each build one thing from it, at its first use and once a process (`once`).
 * They are functions and not getters of this class, because a worker must not load what only the web server needs.
 */
export class Services {
  readonly name: string;
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  /** What this edition allows. */
  readonly policies: Policies;
  readonly #closers: (() => Promise<void>)[] = [];

  constructor({ name, config, log, database }: ServicesOptions) {
    this.name = name;
    this.config = config;
    this.log = log;
    this.database = database;
    this.policies = policiesOf(config);
  }

  /** Called by whatever builds a thing that must be closed. */
  onClose(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes what was opened, the newest first. The roles of the process have stopped by now. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Builds a thing at its first use. Every later call with the same services returns the same thing. */
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
