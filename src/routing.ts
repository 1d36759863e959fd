/** Composition of relays, rules and pools as people manage them, and of what dry runs say of them; worker.ts has how mail goes by them. */
import type { Config } from "./config.ts";
import { notifyUsers } from "./features/accounts/index.ts";
import type { MailToPredict, PredictedOutcome } from "./features/emails/index.ts";
import { predictRoute, RoutingTables } from "./features/routing/index.ts";
import type { RoutingRouteOptions } from "./features/routing/routing-routes.ts";
import { composeNotices } from "./notices.ts";
import type { Database } from "./platform/db/index.ts";
import { openInstanceSecrets } from "./platform/secrets/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

export function composeRouting({
  config,
  database,
  log,
}: {
  config: Config;
  database: Database;
  log: Logger;
}): Omit<RoutingRouteOptions, "surface"> {
  return {
    database,
    secrets: openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey }),
    saas: config.saas,
    heloName: config.heloName,
    baseUrl: config.baseUrl,
    notifyUsers: notifyUsers.bind(null, {
      database,
      log,
      sendSystemMail: composeNotices({ config, log, database }),
    }),
    otherwise: describeDefaultRoute(config),
  };
}

function describeDefaultRoute({ delivery, smtpRelay }: Config): string {
  if (delivery === "direct") return "Mail goes straight to the servers of its recipients.";
  if (delivery === "relay" && smtpRelay) return `Mail goes to the relay ${smtpRelay.host}:${smtpRelay.port}.`;
  return "Mail is kept in the inbox and never leaves, whatever rules say: DELIVERY is capture.";
}

/** What workers would do with mail now, by the same table and the same choice (worker.ts, `composeRoutes`). */
export function composePrediction({
  config,
  database,
  log,
}: {
  config: Config;
  database: Database;
  log: Logger;
}): (mail: MailToPredict) => Promise<PredictedOutcome> {
  const usual = defaultOutcomeOf(config);
  // Where nothing leaves no rule counts.
  if (usual.fate === "capture") return async () => usual;
  const tables = new RoutingTables({ database, log, saas: config.saas });
  return async (mail) => predictRoute(await tables.current(), mail) ?? usual;
}

function defaultOutcomeOf({ delivery, smtpRelay }: Config): PredictedOutcome {
  if (delivery === "direct")
    return { fate: "send", route: "direct", rule: null, reason: "goes to the servers of its recipients" };
  if (delivery === "capture" || !smtpRelay) {
    const reason = "kept for the inbox; no mail leaves in capture mode";
    return { fate: "capture", route: "capture", rule: null, reason };
  }
  const name = `${smtpRelay.host}:${smtpRelay.port}`;
  return { fate: "send", route: `relay ${name}`, rule: null, reason: `goes to the relay ${name}` };
}
