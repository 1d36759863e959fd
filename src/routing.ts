/** Composition of relays, rules and pools as people manage them; worker.ts has how mail goes by them. */
import type { Config } from "./config.ts";
import type { RoutingRouteOptions } from "./features/routes/routing-routes.ts";
import type { Database } from "./platform/db/index.ts";
import { openInstanceSecrets } from "./platform/secrets/index.ts";

export function composeRouting({
  config,
  database,
}: {
  config: Config;
  database: Database;
}): Omit<RoutingRouteOptions, "surface"> {
  return {
    database,
    secrets: openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey }),
    saas: config.saas,
    heloName: config.heloName,
    otherwise: usualWayOf(config),
  };
}

function usualWayOf({ delivery, smtpRelay }: Config): string {
  if (delivery === "direct") return "Mail goes straight to the servers of its recipients.";
  if (delivery === "relay" && smtpRelay) return `Mail goes to the relay ${smtpRelay.host}:${smtpRelay.port}.`;
  return "Mail is kept in the inbox and never leaves, whatever rules say: DELIVERY is capture.";
}
