import { type Config, databaseUrlOf } from "../config.ts";
import { type DatabaseOptions, openDatabase } from "../platform/db/index.ts";
import type { RunningRole } from "../platform/processes/index.ts";
import type { Logger } from "../platform/telemetry/index.ts";
import { Services } from "./services/services.ts";

/** A part of the server's work. A process can have several roles, which share its services. */
export type Role = {
  /** The settings of the connections to the database. */
  pool: DatabaseOptions;
  /** Rejects when the role cannot start, for example because a configured port is in use. */
  start(services: Services): Promise<RunningRole>;
};

type Process = { name: string; config: Config; log: Logger; roles: readonly Role[] };

/** Opens the services of a process, with one pool that is large enough for all its roles. */
export function openServices({ name, config, log, roles }: Process): Services {
  const pools = roles.map(({ pool }) => pool);
  const patience = pools.flatMap(({ patienceMs }) => patienceMs ?? []);
  const database = openDatabase(databaseUrlOf(config), {
    max: pools.reduce((sum, { max }) => sum + max, 0),
    ...(patience.length > 0 && { patienceMs: Math.min(...patience) }),
    byIndex: pools.some(({ byIndex }) => byIndex),
  });
  const services = new Services({ name, config, log, database });
  services.onClose(database.close);
  return services;
}
