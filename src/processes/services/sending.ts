import { abuseGuardOf } from "./abuse-guard.ts";
import { predictRouteOf } from "./routing.ts";
import { once } from "./services.ts";
import { onAcceptedOf, systemSendingOf } from "./system-sending.ts";

/** The dependencies of the functions that accept mail from programs and people. */
export const sendingOf = once((services) => {
  const guard = abuseGuardOf(services);
  if (guard) onAcceptedOf(services).add(guard.countAccepted.bind(guard));
  return { database: services.database, ...systemSendingOf(services), predict: predictRouteOf(services) };
});
