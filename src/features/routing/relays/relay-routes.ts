import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { doerOf } from "../audit.ts";
import { relayNotFound } from "../errors.ts";
import { type Owned, ownerOf, readId } from "../owned.ts";
import type { RouteDeps } from "../route-deps.ts";
import { changeRelay } from "./change-relay.ts";
import { createRelay } from "./create-relay.ts";
import { presentRelay } from "./present-relay.ts";
import { listRelays } from "./queries.ts";
import { removeRelay } from "./remove-relay.ts";
import {
  changeRelayRequest,
  createRelayRequest,
  relay,
  relayParams,
  relaysResponse,
  testResponse,
} from "./schema.ts";
import { testRelay } from "./test-relay/test-relay.ts";

/** Relays: those of the account that asks, or of the instance. */
export function relayRoutes(app: App, deps: RouteDeps, owned: Owned): void {
  collectionRoutes(app, deps, owned);
  memberRoutes(app, deps, owned);
  testRoute(app, deps, owned);
}

function collectionRoutes(app: App, deps: RouteDeps, owned: Owned): void {
  app.get(
    "/relays",
    {
      schema: {
        operationId: "listRelays",
        summary: "List relays",
        description: "Servers that take mail from here and carry it on, with their health.",
        response: { 200: relaysResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async ({ principal }) => ({
      relays: (await listRelays(deps.database.db, ownerOf(owned, principal))).map(presentRelay),
    }),
  );

  app.post(
    "/relays",
    {
      schema: {
        operationId: "createRelay",
        summary: "Add a relay",
        description: "Mail goes there once a routing rule says so.",
        body: createRelayRequest,
        response: { 201: relay, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const accountId = ownerOf(owned, request.principal);
      const created = await createRelay(deps, { accountId, input: request.body, doer: doerOf(request) });
      return reply.code(201).send(presentRelay(created));
    },
  );
}

function memberRoutes(app: App, deps: RouteDeps, owned: Owned): void {
  app.patch(
    "/relays/:id",
    {
      schema: {
        operationId: "changeRelay",
        summary: "Change a relay",
        description:
          "What is absent stays as it is. Workers take it up within two seconds, and forget what was against the relay.",
        params: relayParams,
        body: changeRelayRequest,
        response: { 200: relay, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) =>
      presentRelay(
        await changeRelay(deps, {
          accountId: ownerOf(owned, request.principal),
          id: readId(request.params.id, relayNotFound),
          input: request.body,
          doer: doerOf(request),
        }),
      ),
  );

  app.delete(
    "/relays/:id",
    {
      schema: {
        operationId: "removeRelay",
        summary: "Delete a relay",
        description: "One that a routing rule names cannot be deleted.",
        params: relayParams,
        response: {
          204: Type.Null({ description: "It is gone." }),
          ...errorResponses(401, 403, 404, 409, 503),
        },
      },
    },
    async (request, reply) => {
      await removeRelay(deps, {
        accountId: ownerOf(owned, request.principal),
        id: readId(request.params.id, relayNotFound),
        doer: doerOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}

function testRoute(app: App, deps: RouteDeps, owned: Owned): void {
  app.post(
    "/relays/:id/test",
    {
      schema: {
        operationId: "testRelay",
        summary: "Test a relay",
        description:
          "Connects, secures and signs in as workers do, and leaves without sending. Takes 15 seconds at most. If it works, mail that waits for the relay may try it again at once.",
        params: relayParams,
        response: { 200: testResponse, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async ({ principal, params }) =>
      await testRelay(deps, {
        accountId: ownerOf(owned, principal),
        id: readId(params.id, relayNotFound),
      }),
  );
}
