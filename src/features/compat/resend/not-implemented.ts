import type { HTTPMethods } from "fastify";
import { type AppError, errors } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { compatErrors } from "../errors.ts";

/** The SDK's areas that wait for features of ours, by the first part of their paths. */
const areas = new Set([
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
  "webhooks",
]);

/** Paths that would otherwise be taken for the id of an email or a contact. */
const beneathIds = [
  "/emails/metrics",
  "/emails/receiving",
  "/emails/receiving/*",
  "/emails/:id/share",
  "/contacts/imports",
  "/contacts/imports/*",
  "/contacts/:contact/segments",
  "/contacts/:contact/segments/*",
  "/contacts/:contact/topics",
];

/** For a path below the surface's own that is no route. */
export function missing(path: string): AppError {
  const area = path.split("/")[1] ?? "";
  return areas.has(area) ? notImplemented(area) : errors.not_found("The requested endpoint does not exist.");
}

export function refusedRoutes(app: App): void {
  for (const url of beneathIds) {
    const what = url.slice(1).replaceAll(/\/(\*|:\w+)/g, "");
    refuseRoute(app, { url, method: app.supportedMethods as HTTPMethods[], what });
  }
  // The other methods of this path have routes. A list would show all contacts as those of one audience.
  const url = "/audiences/:audience/contacts";
  refuseRoute(app, { url, method: ["GET"], what: "lists of an audience's contacts" });
}

type Refused = { url: string; method: HTTPMethods[]; what: string };

function refuseRoute(app: App, { url, method, what }: Refused): void {
  const onRequest = async () => {
    throw notImplemented(what);
  };
  app.route({ method, url, schema: { hide: true }, onRequest, handler: async () => null });
}

function notImplemented(what: string) {
  return compatErrors.not_implemented(
    `Posthouse has no ${what.replace("/", " ")} behind its Resend-compatible API yet. See docs/compat.md for what there is.`,
  );
}
