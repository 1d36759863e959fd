import type { HTTPMethods } from "fastify";
import { type AppError, errors } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { compatErrors } from "../errors.ts";

/** Areas of the SDK without a matching feature, by the first segment of their paths. */
const UNSUPPORTED_AREAS = new Set([
  "audiences",
  "automations",
  "broadcasts",
  "contact-properties",
  "domains",
  "events",
  "inboxes",
  "logs",
  "oauth",
  "segments",
  "suppressions",
  "templates",
  "topics",
  "usage",
]);

/** Paths whose last part would otherwise be read as the id of an email or a contact. */
const PATHS_BELOW_IDS = [
  "/emails/receiving",
  "/emails/receiving/*",
  "/emails/:id/share",
  "/contacts/imports",
  "/contacts/imports/*",
  "/contacts/:contact/segments",
  "/contacts/:contact/segments/*",
  "/contacts/:contact/topics",
];

/** Returns the error for a path without a route. */
export function missing(path: string): AppError {
  const area = path.split("/")[1] ?? "";
  return UNSUPPORTED_AREAS.has(area)
    ? notImplemented(area)
    : errors.not_found("The requested endpoint does not exist.");
}

export function refusedRoutes(app: App): void {
  for (const url of PATHS_BELOW_IDS) {
    const feature = url.slice(1).replaceAll(/\/(\*|:\w+)/g, "");
    refuseRoute(app, { url, method: app.supportedMethods as HTTPMethods[], feature });
  }
  // The other methods of this path have routes. GET would list all contacts as those of one audience.
  const url = "/audiences/:audience/contacts";
  refuseRoute(app, { url, method: ["GET"], feature: "lists of an audience's contacts" });
}

type Refused = { url: string; method: HTTPMethods[]; feature: string };

function refuseRoute(app: App, { url, method, feature }: Refused): void {
  const onRequest = async () => {
    throw notImplemented(feature);
  };
  app.route({ method, url, schema: { hide: true }, onRequest, handler: async () => null });
}

function notImplemented(feature: string) {
  return compatErrors.not_implemented(
    `Posthouse's Resend-compatible API has no ${feature.replace("/", " ")} yet. See docs/compat.md for the supported parts.`,
  );
}
