import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { auditActorOf } from "../audit.ts";
import { relayNotFound } from "../errors.ts";
import { type Owned, ownerOf, readId } from "../owned.ts";
import { changeRelay } from "../relays/change-relay.ts";
import { createRelay } from "../relays/create-relay.ts";
import { presentRelay } from "../relays/present-relay.ts";
import { listRelays } from "../relays/queries.ts";
import { removeRelay } from "../relays/remove-relay.ts";
import { testRelay } from "../relays/test-relay/test-relay.ts";
import {
  changeRelayRequest,
  createRelayRequest,
  relay,
  relayParams,
  relaysResponse,
  testResponse,
} from "./relay-schema.ts";
import type { RouteDeps } from "./route-deps.ts";

/** The routes of relays: those of the caller's account, or of the instance. */
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
        description: "Servers that forward mail for this instance, with their health.",
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
        description: "A relay is used once a routing rule refers to it.",
        body: createRelayRequest,
        response: { 201: relay, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const accountId = ownerOf(owned, request.principal);
      const created = await createRelay(deps, {
        accountId,
        input: request.body,
        actor: auditActorOf(request),
      });
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
          "Fields that are absent stay unchanged. Workers use the change within two seconds and reset the relay's health.",
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
          actor: auditActorOf(request),
        }),
      ),
  );

  app.delete(
    "/relays/:id",
    {
      schema: {
        operationId: "removeRelay",
        summary: "Delete a relay",
        description: "A relay that a routing rule uses cannot be deleted.",
        params: relayParams,
        response: {
          204: Type.Null({ description: "The relay was deleted." }),
          ...errorResponses(401, 403, 404, 409, 503),
        },
      },
    },
    async (request, reply) => {
      await removeRelay(deps, {
        accountId: ownerOf(owned, request.principal),
        id: readId(request.params.id, relayNotFound),
        actor: auditActorOf(request),
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
          "Connects, starts TLS and authenticates as workers do, then quits without sending mail. Takes at most 15 seconds. If the test succeeds, mail that waits for the relay is retried at once.",
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
