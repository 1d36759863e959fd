import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { auditActorOf } from "../audit.ts";
import { poolNotFound } from "../errors.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { readId } from "../owned.ts";
import { changePool, createPool, presentPool, removePool } from "../pools/change-pools.ts";
import { listPools } from "../pools/queries.ts";
import { changePoolRequest, createPoolRequest, pool, poolParams, poolsResponse } from "./pool-schema.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Pools belong to the instance, because their addresses are its machines'. For operators. */
export function poolRoutes(app: App, deps: Pick<RouteDeps, "database">): void {
  app.get(
    "/pools",
    {
      schema: {
        operationId: "listPools",
        summary: "List pools of source addresses",
        description: "Sets of IP addresses for direct delivery to recipients' servers.",
        response: { 200: poolsResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async () => ({ pools: (await listPools(deps.database.db, INSTANCE_ID)).map(presentPool) }),
  );

  app.post(
    "/pools",
    {
      schema: {
        operationId: "createPool",
        summary: "Add a pool of source addresses",
        description: "A pool is used once a routing rule of the instance refers to it.",
        body: createPoolRequest,
        response: { 201: pool, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const created = await createPool(deps, { input: request.body, actor: auditActorOf(request) });
      return reply.code(201).send(presentPool(created));
    },
  );

  app.patch(
    "/pools/:id",
    {
      schema: {
        operationId: "changePool",
        summary: "Change a pool of source addresses",
        description: "Fields that are absent stay unchanged. `sources` is replaced as a whole.",
        params: poolParams,
        body: changePoolRequest,
        response: { 200: pool, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const id = readId(request.params.id, poolNotFound);
      return presentPool(await changePool(deps, { id, input: request.body, actor: auditActorOf(request) }));
    },
  );

  app.delete(
    "/pools/:id",
    {
      schema: {
        operationId: "removePool",
        summary: "Delete a pool of source addresses",
        description: "A pool that a routing rule uses cannot be deleted.",
        params: poolParams,
        response: {
          204: Type.Null({ description: "The pool was deleted." }),
          ...errorResponses(401, 403, 404, 409, 503),
        },
      },
    },
    async (request, reply) => {
      await removePool(deps, { id: readId(request.params.id, poolNotFound), actor: auditActorOf(request) });
      return reply.code(204).send(null);
    },
  );
}
