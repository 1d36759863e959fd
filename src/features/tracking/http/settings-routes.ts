import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { actorOf } from "../../audit/index.ts";
import { type DomainRef, domainNotFound, refOf } from "../../domains/index.ts";
import { findFailedOrder } from "../hosts/certificate-queries.ts";
import { checkHostNow, type HostDeps } from "../hosts/check-hosts.ts";
import { wordsOfFailedOrder } from "../hosts/order-certificates.ts";
import { changeDomainTracking, changeTrackingSettings, stopLinks } from "../settings/change-settings.ts";
import { type DomainTracking, findDomainTracking, findSettings } from "../settings/queries.ts";
import { trackingHostFor } from "../settings/tracking-policy.ts";
import {
  domainParams,
  domainTracking,
  domainTrackingChange,
  linksChange,
  trackingChange,
  trackingSettings,
} from "./schema.ts";

export type SettingsRoutesDeps = HostDeps & {
  baseUrl: string;
  /** Null: this instance gets no certificates for tracking hosts; a proxy has them. */
  acme: object | null;
};

/** The settings of tracking, the same for programs (/api/v1) and the dashboard (/api). */
export function settingsRoutes(deps: SettingsRoutesDeps) {
  const { database } = deps;
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/tracking",
      {
        schema: {
          operationId: "getTracking",
          summary: "Get the tracking settings",
          response: { 200: trackingSettings, ...errorResponses(401, 403, 503) },
        },
      },
      async ({ principal }) => await loadSettings(database, principal.accountId),
    );

    app.patch(
      "/tracking",
      {
        schema: {
          operationId: "changeTracking",
          summary: "Change the tracking settings",
          description:
            "`opens` and `clicks` apply to mail that is accepted later, `address` and `agent` to later opens and clicks.",
          body: trackingChange,
          response: { 200: trackingSettings, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const { accountId } = request.principal;
        await changeTrackingSettings(database, { accountId, by: actorOf(request) }, request.body);
        return await loadSettings(database, accountId);
      },
    );
    domainRoutes(app, deps);
    checkRoute(app, deps);
    done();
  };
}

function domainRoutes(app: App, deps: SettingsRoutesDeps): void {
  app.get(
    "/domains/:domain/tracking",
    {
      schema: {
        operationId: "getDomainTracking",
        summary: "Get the tracking of a domain",
        params: domainParams,
        response: { 200: domainTracking, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request) => await loadDomainTracking(deps, refOf(request)),
  );

  app.patch(
    "/domains/:domain/tracking",
    {
      schema: {
        operationId: "changeDomainTracking",
        summary: "Change the tracking of a domain",
        params: domainParams,
        body: domainTrackingChange,
        response: { 200: domainTracking, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const ref = refOf(request);
      await changeDomainTracking(deps.database, { ...ref, by: actorOf(request) }, request.body);
      return await loadDomainTracking(deps, ref);
    },
  );
}

function checkRoute(app: App, deps: SettingsRoutesDeps): void {
  app.post(
    "/domains/:domain/tracking/check",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "checkTrackingHost",
        summary: "Check the tracking host of a domain now",
        description:
          "If Posthouse orders the certificate and the last order failed at least 15 minutes ago, this also orders it again.",
        params: domainParams,
        response: { 200: domainTracking, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request) => {
      const ref = refOf(request);
      await loadDomainTracking(deps, ref);
      await checkHostNow(deps, ref);
      return await loadDomainTracking(deps, ref);
    },
  );
}

/** Lets operators stop the links of an account that sends phishing. Register it behind `requireOperator`. */
export function linksRoutes({ database }: { database: Database }) {
  return (app: App, _options: object, done: () => void) => {
    app.put(
      "/instance/accounts/:id/links",
      {
        schema: {
          operationId: "stopLinks",
          summary: "Stop or resume the tracked links of an account",
          description:
            "Stopped links, also in mail that was already sent, show a warning and do not redirect. The change takes effect within a few seconds.",
          tags: ["Instance"],
          params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
          body: linksChange,
          response: {
            200: Type.Object({ stopped: Type.Boolean() }),
            ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503),
          },
        },
      },
      async (request) => {
        const { id: accountId } = request.params;
        const { stopped } = request.body;
        const isKnown =
          isId(accountId) && (await stopLinks(database, { accountId, by: actorOf(request), stopped }));
        if (!isKnown) throw errors.not_found("There is no account with this id.");
        return { stopped };
      },
    );
    done();
  };
}

async function loadSettings({ db }: Database, accountId: string) {
  const settings = await findSettings(db, accountId);
  return { ...settings, links_stopped_at: settings.links_stopped_at?.toISOString() ?? null };
}

async function loadDomainTracking(deps: SettingsRoutesDeps, ref: DomainRef) {
  const { database, baseUrl } = deps;
  const found = await findDomainTracking(database.db, ref);
  if (!found) throw domainNotFound();
  const { host, verified_at, broken_at } = found;
  const isHostVerified = verified_at !== null;
  return {
    opens: found.opens,
    clicks: found.clicks,
    host,
    target: new URL(baseUrl).hostname,
    host_status: hostStatus({ host, isHostVerified, isBroken: broken_at !== null }),
    host_problem: host === null ? null : await problemOfHost(deps, { ...ref, ...found, host }),
    links_host: trackingHostFor({ host, isHostVerified }, baseUrl),
    verified_at: verified_at?.toISOString() ?? null,
    checked_at: found.checked_at?.toISOString() ?? null,
  };
}

async function problemOfHost(
  { database, acme }: SettingsRoutesDeps,
  { accountId, name, host, isDomainVerified, problem }: DomainRef & DomainTracking & { host: string },
): Promise<string | null> {
  if (!isDomainVerified)
    return `${host} is not used, because ${name} is not verified. Add the domain's TXT record _posthouse.${name}, then check the domain.`;
  const failedOrder = acme === null ? null : await findFailedOrder(database, { accountId, host });
  return failedOrder ? wordsOfFailedOrder(failedOrder) : problem;
}

function hostStatus(state: { host: string | null; isHostVerified: boolean; isBroken: boolean }) {
  if (state.host === null) return "none" as const;
  if (state.isHostVerified) return "verified" as const;
  return state.isBroken ? ("broken" as const) : ("pending" as const);
}
