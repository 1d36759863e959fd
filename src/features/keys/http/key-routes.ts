import type { Database } from "../../../platform/db/index.ts";
import {
  type App,
  csvFile,
  errorResponses,
  nothing,
  type RightsHooks,
  sendCsv,
} from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { resumeKey } from "../abuse-guard/resume-key.ts";
import { changeKey } from "../change-key.ts";
import { createKey } from "../create-key.ts";
import { listKeys } from "../list-keys.ts";
import { revokeKey } from "../revoke-key.ts";
import { rotateKey } from "../rotate-key.ts";
import { exportKeys } from "./export-keys.ts";
import {
  changeKeyRequest,
  createKeyRequest,
  createKeyResponse,
  DEFAULT_OVERLAP_SECONDS,
  exportKeysQuery,
  keyParams,
  keyResponse,
  keysResponse,
  rotateKeyRequest,
} from "./schema.ts";

const TAGS = ["API keys"];

/** `/keys`, behind `requireSession`. */
export function keyRoutes({ database }: { database: Database }) {
  return (app: App, _options: object, done: () => void) => {
    collectionRoutes(app, database);
    memberRoutes(app, database);
    rotationRoute(app, database);
    resumptionRoute(app, database);
    done();
  };
}

/** Unknown paths below /api/v1 require a valid key, so that a 404 reveals nothing to other callers. */
export function guardUnknownPaths({ onRequest }: RightsHooks) {
  return (app: App, _options: object, done: () => void) => {
    const options = { onRequest, schema: { hide: true } };
    app.all("/api/v1/*", options, async (_request, reply) => reply.callNotFound());
    done();
  };
}

function collectionRoutes(app: App, database: Database): void {
  app.get(
    "/keys",
    {
      schema: {
        operationId: "listKeys",
        summary: "List API keys",
        description:
          "The keys of the account that are not revoked, newest first. Only the start and end of each key are shown: the keys themselves are not stored.",
        tags: TAGS,
        response: { 200: keysResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async ({ principal }) => ({ keys: await listKeys(database, principal.accountId) }),
  );

  app.get(
    "/keys/export",
    {
      schema: {
        operationId: "exportKeys",
        summary: "Download API keys as CSV",
        description:
          "Returns all keys that are not revoked, or those that match the filters, newest first, without their secrets. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
        tags: TAGS,
        querystring: exportKeysQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, { name: "api-keys.csv", parts: exportKeys(database, principal.accountId, query) }),
  );

  app.post(
    "/keys",
    {
      schema: {
        operationId: "createKey",
        summary: "Create an API key",
        tags: TAGS,
        body: createKeyRequest,
        response: { 200: createKeyResponse, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request) =>
      await createKey(database, {
        accountId: request.principal.accountId,
        by: actorOf(request),
        input: request.body,
      }),
  );
}

function memberRoutes(app: App, database: Database): void {
  app.patch(
    "/keys/:id",
    {
      schema: {
        operationId: "changeKey",
        summary: "Change an API key's name, permission and limits",
        description:
          "Absent fields stay as they are; null removes a limit. The change takes effect on every node within one second.",
        tags: TAGS,
        params: keyParams,
        body: changeKeyRequest,
        response: { 200: keyResponse, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) =>
      await changeKey(database, {
        accountId: request.principal.accountId,
        keyId: request.params.id,
        by: actorOf(request),
        input: request.body,
      }),
  );

  app.delete(
    "/keys/:id",
    {
      schema: {
        operationId: "revokeKey",
        summary: "Revoke an API key",
        description: "Every node refuses it within one second.",
        tags: TAGS,
        params: keyParams,
        response: { 204: nothing, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.principal;
      await revokeKey(database, { accountId, keyId: request.params.id, by: actorOf(request) });
      return await reply.code(204).send(null);
    },
  );
}

function rotationRoute(app: App, database: Database): void {
  app.post(
    "/keys/:id/rotate",
    {
      schema: {
        operationId: "rotateKey",
        summary: "Rotate an API key",
        description:
          "Gives the key a new secret. The key keeps its id, name, limits and history; its prefix is that of the new secret. The previous secret works for the overlap, so that programs can switch without downtime; secrets of earlier rotations end with it or earlier.",
        tags: TAGS,
        params: keyParams,
        body: rotateKeyRequest,
        response: { 201: createKeyResponse, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const rotated = await rotateKey(database, {
        accountId: request.principal.accountId,
        keyId: request.params.id,
        by: actorOf(request),
        overlapSeconds: request.body.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS,
      });
      return await reply.code(201).send(rotated);
    },
  );
}

function resumptionRoute(app: App, database: Database): void {
  app.post(
    "/keys/:id/resume",
    {
      schema: {
        operationId: "resumeKey",
        summary: "Resume a paused API key",
        description:
          "Every node accepts the key again within one second. The key is not paused again in the current hour. A key that is not paused is unchanged.",
        tags: TAGS,
        params: keyParams,
        response: { 200: keyResponse, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request) =>
      await resumeKey(database, {
        accountId: request.principal.accountId,
        keyId: request.params.id,
        by: actorOf(request),
      }),
  );
}
