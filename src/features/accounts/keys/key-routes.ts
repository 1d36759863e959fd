import { type App, errorResponses } from "../../../platform/http/index.ts";
import type { AccountDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { createKeyRequest, createKeyResponse, keyParams, keysResponse, nothing } from "../schema.ts";
import { createKey } from "./create-key.ts";
import { listActiveKeys, revokeKeyRow } from "./queries.ts";

/** `/api/keys`, with the session cookie. */
export function keyRoutes(app: App, { database }: AccountDeps): void {
  const tags = ["API keys"];
  app.get(
    "/api/keys",
    {
      schema: {
        operationId: "listKeys",
        summary: "List API keys",
        description:
          "The active keys of the account, newest first. Only their prefixes: the keys themselves are not kept.",
        tags,
        response: { 200: keysResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async (request) => {
      const keys = await listActiveKeys(database, request.principal.accountId);
      return {
        keys: keys.map((key) => ({
          ...key,
          created_at: key.created_at.toISOString(),
          last_used: key.last_used?.toISOString() ?? null,
        })),
      };
    },
  );

  app.post(
    "/api/keys",
    {
      schema: {
        operationId: "createKey",
        summary: "Create an API key",
        tags,
        body: createKeyRequest,
        response: { 200: createKeyResponse, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request) =>
      await createKey(database, { accountId: request.principal.accountId, name: request.body.name }),
  );

  app.delete(
    "/api/keys/:id",
    {
      schema: {
        operationId: "revokeKey",
        summary: "Revoke an API key",
        description: "Every node refuses it within one second.",
        tags,
        params: keyParams,
        response: { 204: nothing, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      if (!(await revokeKeyRow(database, request.principal.accountId, request.params.id)))
        throw accountErrors.key_not_found("There is no such active key in this account.");
      return await reply.code(204).send(null);
    },
  );
}
