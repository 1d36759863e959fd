import { abuseGuardOf } from "./abuse-guard.ts";
import { acceptingOf, onAcceptedOf } from "./accepting.ts";
import { predictRouteOf } from "./routing.ts";
import { once } from "./services.ts";

/** The dependencies of the functions that accept mail from programs and people. */
export const sendingOf = once((services) => {
  const guard = abuseGuardOf(services);
  if (guard) onAcceptedOf(services).add(guard.countAccepted.bind(guard));
  return { database: services.database, ...acceptingOf(services), predict: predictRouteOf(services) };
});
