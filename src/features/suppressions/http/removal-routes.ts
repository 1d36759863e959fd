import { type App, errorResponses } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { findRemovals } from "../removals/find-removals.ts";
import { presentRemoval } from "../removals/present-removal.ts";
import { previewRemoval } from "../removals/preview-removal.ts";
import { selectRemoval } from "../removals/queries.ts";
import { notFound, restoreRemoval, runRemoval } from "../removals/run-removal.ts";
import {
  listRemovalsQuery,
  listRemovalsResponse,
  preview,
  previewRequest,
  removal,
  removalParams,
} from "./removal-schema.ts";
import type { RouteOptions } from "./route-options.ts";

/** Routes of bulk removals: preview, run, undo. */
export function removalRoutes(app: App, options: RouteOptions): void {
  collectionRoutes(app, options);
  memberRoutes(app, options);
}

function collectionRoutes(app: App, { database }: RouteOptions): void {
  app.get(
    "/suppressions/removals",
    {
      schema: {
        operationId: "listSuppressionRemovals",
        summary: "List bulk removals of suppressions",
        description: "The bulk removals that were run in the last 30 days, newest first.",
        querystring: listRemovalsQuery,
        response: { 200: listRemovalsResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }) => await findRemovals(database, principal.accountId, query),
  );
  app.post(
    "/suppressions/removals",
    {
      schema: {
        operationId: "previewSuppressionRemoval",
        summary: "Preview a bulk removal of suppressions",
        description:
          "Removes nothing. Returns what currently matches the filter, and an `id`. Call `run` with this `id` within an hour to remove exactly these suppressions. Addresses that are suppressed after the preview are not removed.",
        body: previewRequest,
        response: { 201: preview, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async ({ principal, body }, reply) =>
      reply.code(201).send(await previewRemoval(database, principal.accountId, body.filter)),
  );
}

function memberRoutes(app: App, { database }: RouteOptions): void {
  app.get(
    "/suppressions/removals/:id",
    {
      schema: {
        operationId: "getSuppressionRemoval",
        summary: "Get a bulk removal of suppressions",
        params: removalParams,
        response: { 200: removal, ...errorResponses(401, 403, 404, 422, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id } }) => {
      const found = await selectRemoval(database.db, { accountId, id });
      if (!found) throw notFound();
      return presentRemoval(found);
    },
  );
  for (const { action, operation, summary, description, act } of actions)
    app.post(
      `/suppressions/removals/:id/${action}`,
      {
        schema: {
          operationId: operation,
          summary,
          description,
          params: removalParams,
          response: { 200: removal, ...errorResponses(401, 403, 404, 409, 422, 503) },
        },
      },
      async (request) => {
        const { accountId } = request.principal;
        return await act(database, { accountId, id: request.params.id, by: actorOf(request) });
      },
    );
}

const actions = [
  {
    action: "run",
    operation: "runSuppressionRemoval",
    summary: "Run a bulk removal of suppressions",
    description:
      "Removes the suppressions that the preview counted. Consent is kept separately: a contact that is not subscribed gets no mail with `stream: bulk` until it is subscribed again. One call works for about two seconds: while `state` is `removing`, call it again. The audit log records who ran the removal, and its filter. You can undo it for 30 days.",
    act: runRemoval,
  },
  {
    action: "restore",
    operation: "restoreSuppressionRemoval",
    summary: "Undo a bulk removal of suppressions",
    description:
      "Restores the suppressions that the removal removed. An address that was suppressed again in the meantime keeps the stronger reason. A removal that is still running is stopped. One call works for about two seconds: while `state` is `restoring`, call it again.",
    act: restoreRemoval,
  },
] as const;
