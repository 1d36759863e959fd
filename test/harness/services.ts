import type { Config } from "../../src/config.ts";
import type { Database } from "../../src/platform/db/index.ts";
import type { App } from "../../src/platform/http/index.ts";
import type { RunningRole } from "../../src/platform/processes/index.ts";
import { createLogger, type Logger } from "../../src/platform/telemetry/index.ts";
import { buildApi } from "../../src/processes/api.ts";
import { openServices, type Role } from "../../src/processes/role.ts";
import { Services } from "../../src/processes/services/services.ts";

type Parts = { config: Config; database: Database; log?: Logger };

/** The services of a process, on the test's database. */
export function testServices({ config, database, log = createLogger("silent", "test") }: Parts): Services {
  return new Services({ name: "test", config, log, database });
}

/** The HTTP API on the test's database. */
export function testApp(parts: Parts): App {
  return buildApi(testServices(parts));
}

/** A role in this process, with its own services. */
export async function startRole(role: Role, config: Config): Promise<RunningRole> {
  const services = openServices({
    name: "test",
    config,
    log: createLogger("silent", "test"),
    roles: [role],
  });
  const running = await role.start(services);
  return {
    ...running,
    stop: async () => {
      await running.stop();
      await services.close();
    },
  };
}
