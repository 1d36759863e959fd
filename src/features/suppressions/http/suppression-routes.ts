import { Type } from "typebox";
import { type App, errorResponses, type Principal } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { suppressionNotFound } from "../errors.ts";
import { findSuppression } from "../queries.ts";
import { readAddressKey } from "../read-address.ts";
import type { SuppressionSource } from "../suppression.ts";
import { createSuppressions } from "./create-suppressions.ts";
import { findSuppressions } from "./find-suppressions.ts";
import { presentSuppression } from "./present-suppression.ts";
import { removalRoutes } from "./removal-routes.ts";
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
import { transferRoutes } from "./transfer-routes.ts";

/** The suppression routes, the same for programs (/api/v1) and the dashboard (/api). */
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
        description: "Newest first. Expired suppressions are not listed.",
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
          "Suppresses one address or up to 1,000 at once. If one of them is invalid, none is stored. An existing suppression is never weakened: the reason that lasts longer is kept, and of two that last equally long, the more serious one.",
        body: createRequest,
        response: {
          201: createdSuppressions,
          ...errorResponses(400, 401, 403, 413, 415, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const created = await createSuppressions(database, principal.accountId, {
        input: body,
        source: sourceOf(principal),
        by: actorOf(request),
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
        summary: "Get a suppressed address",
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
        summary: "Remove a suppressed address",
        description:
          "Mail is sent to the address again, even if the recipient unsubscribed or complained: make sure that the recipient asked for it. Consent is kept separately: a contact that is not subscribed gets no mail with `stream: bulk` until it is subscribed again. The audit log records who removed the suppression and what it was.",
        params: suppressionParams,
        response: {
          204: Type.Null({ description: "The suppression was removed." }),
          ...errorResponses(401, 403, 404, 503),
        },
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
