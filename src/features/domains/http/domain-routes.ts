import { Type } from "typebox";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { addDomain } from "../ownership/add-domain.ts";
import { changeDomainSettings } from "../ownership/change-domain-settings.ts";
import { removeDomain } from "../ownership/remove-domain.ts";
import { actionRoutes } from "./action-routes.ts";
import { exportDomains } from "./export-domains.ts";
import { findDomainEvents, findDomains, loadDomainDetail, loadZoneFile } from "./find-domains.ts";
import { refOf } from "./route-parts.ts";
import {
  domainChange,
  domainDetail,
  domainInput,
  domainParams,
  exportDomainsQuery,
  listDomainEventsQuery,
  listDomainEventsResponse,
  listDomainsQuery,
  listDomainsResponse,
} from "./schema.ts";

/** Sender domains: the same routes under /api/v1 for programs and under /api for the dashboard. */
export function domainRoutes(deps: DomainDeps) {
  return async (app: App) => {
    collectionRoutes(app, deps);
    memberRoutes(app, deps);
    readingRoutes(app, deps);
    actionRoutes(app, deps);
  };
}

function collectionRoutes(app: App, deps: DomainDeps): void {
  app.get(
    "/domains",
    {
      schema: {
        operationId: "listDomains",
        summary: "List sender domains",
        description: "Sorted by name.",
        querystring: listDomainsQuery,
        response: { 200: listDomainsResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }) => await findDomains(deps, principal.accountId, query),
  );

  app.get(
    "/domains/export",
    {
      schema: {
        operationId: "exportDomains",
        summary: "Download sender domains as CSV",
        description:
          "Returns all domains, or those that match the filters, sorted by name. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
        querystring: exportDomainsQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, { name: "domains.csv", parts: exportDomains(deps, principal.accountId, query) }),
  );

  app.post(
    "/domains",
    {
      schema: {
        operationId: "addDomain",
        summary: "Add a sender domain",
        description:
          "Creates the domain's DKIM keys and returns the DNS records to publish. The domain is verified once your token and a DKIM key are in the DNS. The first check runs after a minute; more follow at short intervals.",
        body: domainInput,
        response: { 201: domainDetail, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.principal;
      const name = await addDomain(deps, { accountId, by: actorOf(request) }, request.body);
      return await reply.code(201).send(await loadDomainDetail(deps, { accountId, name }));
    },
  );
}

function memberRoutes(app: App, deps: DomainDeps): void {
  app.get(
    "/domains/:domain",
    {
      schema: {
        operationId: "getDomain",
        summary: "Get a sender domain and its records",
        description: "Each record includes the result of the last DNS check.",
        params: domainParams,
        response: { 200: domainDetail, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request) => await loadDomainDetail(deps, refOf(request)),
  );

  app.patch(
    "/domains/:domain",
    {
      schema: {
        operationId: "changeDomain",
        summary: "Change the settings of a sender domain",
        params: domainParams,
        body: domainChange,
        response: { 200: domainDetail, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const ref = refOf(request);
      await changeDomainSettings(deps.database, { ...ref, by: actorOf(request) }, request.body);
      return await loadDomainDetail(deps, ref);
    },
  );

  app.delete(
    "/domains/:domain",
    {
      schema: {
        operationId: "removeDomain",
        summary: "Remove a sender domain",
        description: "Deletes the domain's keys permanently. Mail from it is no longer signed.",
        params: domainParams,
        response: {
          204: Type.Null({ description: "The domain was removed." }),
          ...errorResponses(401, 403, 404, 503),
        },
      },
    },
    async (request, reply) => {
      await removeDomain(deps.database, { ...refOf(request), by: actorOf(request) });
      return await reply.code(204).send(null);
    },
  );
}

function readingRoutes(app: App, deps: DomainDeps): void {
  app.get(
    "/domains/:domain/zone-file",
    {
      schema: {
        operationId: "getZoneFile",
        summary: "Get a sender domain's records as a zone file",
        params: domainParams,
        response: { 200: Type.String(), ...errorResponses(401, 403, 404, 503) },
        produces: ["text/plain"],
      },
    },
    async (request, reply) => {
      const ref = refOf(request);
      const text = await loadZoneFile(deps, ref);
      return await reply
        .type("text/plain; charset=utf-8")
        .header("content-disposition", `attachment; filename="${ref.name}.zone"`)
        .send(text);
    },
  );

  app.get(
    "/domains/:domain/events",
    {
      schema: {
        operationId: "listDomainEvents",
        summary: "List the events of a sender domain",
        description: "Events of the last 180 days, newest first.",
        params: domainParams,
        querystring: listDomainEventsQuery,
        response: { 200: listDomainEventsResponse, ...errorResponses(401, 403, 404, 422, 503) },
      },
    },
    async (request) => await findDomainEvents(deps.database, refOf(request), request.query),
  );
}
