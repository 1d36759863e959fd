import { Type } from "typebox";
import { type App, errorResponses, type Principal } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { suppressionNotFound } from "../errors.ts";
import { findSuppression } from "../queries.ts";
import { readAddressKey } from "../read-address.ts";
import { removalRoutes } from "../removals/removal-routes.ts";
import type { SuppressionSource } from "../suppression.ts";
import { transferRoutes } from "../transfer/transfer-routes.ts";
import { createSuppressions } from "./create-suppressions.ts";
import { findSuppressions } from "./find-suppressions.ts";
import { presentSuppression } from "./present-suppression.ts";
import { removeSuppression } from "./remove-suppression.ts";
import type { RouteOptions } from "./route-options.ts";
import {
  createdSuppressions,
  createSuppressions as createRequest,
  listSuppressionsQuery,
  listSuppressionsResponse,
  suppression,
  suppressionParams,
} from "./schema.ts";

/** Suppressions: the same routes for programs, under /api/v1, and for the dashboard, under /api. */
export function suppressionRoutes(options: RouteOptions) {
  return async (app: App) => {
    collectionRoutes(app, options);
    memberRoutes(app, options);
    removalRoutes(app, options);
    await app.register(transferRoutes(options));
  };
}

function collectionRoutes(app: App, { database }: RouteOptions): void {
  app.get(
    "/suppressions",
    {
      schema: {
        operationId: "listSuppressions",
        summary: "List suppressed addresses",
        description: "Newest first. What has expired is not among them.",
        querystring: listSuppressionsQuery,
        response: { 200: listSuppressionsResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }) => findSuppressions(database, principal.accountId, query),
  );

  app.post(
    "/suppressions",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "createSuppressions",
        summary: "Suppress addresses",
        description:
          "One or up to 1,000, all of them or none. What stands for an address is never weakened: of two reasons the one that lasts longer stays, else the graver one.",
        body: createRequest,
        response: {
          201: createdSuppressions,
          ...errorResponses(400, 401, 403, 413, 415, 422, 503),
        },
      },
    },
    async ({ principal, body }, reply) => {
      const created = await createSuppressions(database, principal.accountId, {
        input: body,
        source: sourceOf(principal),
      });
      return reply.code(201).send(created);
    },
  );
}

function memberRoutes(app: App, { database }: RouteOptions): void {
  app.get(
    "/suppressions/:address",
    {
      schema: {
        operationId: "getSuppression",
        summary: "Get why an address is suppressed",
        params: suppressionParams,
        response: { 200: suppression, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async ({ principal, params }) => {
      const found = await findSuppression(database.db, {
        accountId: principal.accountId,
        addressKey: readAddressKey(params.address),
      });
      if (!found) throw suppressionNotFound();
      return presentSuppression(found);
    },
  );

  app.delete(
    "/suppressions/:address",
    {
      schema: {
        operationId: "removeSuppression",
        summary: "Let mail go to an address again",
        description:
          "Also to one that unsubscribed or complained: be sure that the recipient asked for it. The audit log keeps who did this, and what was there.",
        params: suppressionParams,
        response: { 204: Type.Null({ description: "It is gone." }), ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      await removeSuppression(database, {
        accountId: request.principal.accountId,
        addressKey: readAddressKey(request.params.address),
        by: actorOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}

function sourceOf({ keyId, personId }: Principal): SuppressionSource {
  return keyId === null ? { type: "user", id: personId } : { type: "key", id: String(keyId) };
}
