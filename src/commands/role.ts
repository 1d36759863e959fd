import { loadConfig } from "../config.ts";
import { foreignSchema } from "../platform/db/index.ts";
import { runRoles } from "../platform/processes/index.ts";
import { otherKey } from "../platform/secrets/index.ts";
import { createLogger } from "../platform/telemetry/index.ts";
import { openServices, type Role } from "../processes/role.ts";
import { secretsOf } from "../processes/services/secrets.ts";
import { CommandError, explain } from "./explain.ts";

/** A process loads only the roles that it runs, to save memory. */
const roles = new Map<string, () => Promise<Role>>([
  ["api", async () => (await import("../processes/api.ts")).api],
  ["smtp", async () => (await import("../processes/smtp.ts")).smtp],
  ["inbound", async () => (await import("../processes/inbound.ts")).inbound],
  ["background", async () => (await import("../processes/background.ts")).background],
  ["worker", async () => (await import("../processes/worker.ts")).worker],
]);

/** `role smtp inbound`: one process runs both roles, which share its services. */
export async function playRoles(names: readonly string[]): Promise<void> {
  const config = loadConfig(process.env);
  const name = names.join("+");
  const log = createLogger(config.logLevel, name);
  const played = await Promise.all(names.map(async (role) => ({ role, ...(await load(role)) })));
  const services = openServices({ name, config, log, roles: played });
  await runRoles({
    log,
    starts: Object.fromEntries(played.map(({ role, start }) => [role, () => start(services)])),
    close: () => services.close(),
    explain,
    reasonToStop: async () =>
      (await foreignSchema(services.database.pool)) ??
      (await otherKey(services.database, secretsOf(services))),
  });
}

async function load(role: string): Promise<Role> {
  const loadRole = roles.get(role);
  if (!loadRole) throw new CommandError(`there is no role "${role}"`);
  return await loadRole();
}
