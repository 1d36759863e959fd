import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type App, CLOSED } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { createKeyRequest } from "../../keys/index.http.ts";
import { changeKey, createKey, type KeyView, keyNotFound, listKeys, revokeKey } from "../../keys/index.ts";
import { compatErrors } from "../errors.ts";
import type { ResendDeps } from "./deps.ts";
import { idParams, listOf, type PageQuery, pageQuery } from "./email-schema.ts";
import { cutList } from "./pages.ts";

const { name } = createKeyRequest.properties;
const newKey = Type.Object(
  {
    name,
    permission: Type.Optional(Type.Union([Type.Literal("full_access"), Type.Literal("sending_access")])),
    domain_id: Type.Optional(Type.Unknown()),
  },
  CLOSED,
);
const keyChange = Type.Object({ name }, CLOSED);
const id = Type.String();
const listedKey = Type.Object({
  id,
  name: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.Union([Type.String(), Type.Null()]),
});
const namedKey = Type.Object({ object: Type.Literal("api_key"), id });
const removedKey = Type.Object({ object: Type.Literal("api_key"), id, deleted: Type.Literal(true) });

export function keyRoutes(app: App, { database }: ResendDeps): void {
  app.post(
    "/api-keys",
    { schema: { hide: true, body: newKey, response: { 201: Type.Object({ id, token: id }) } } },
    async (request, reply) => {
      const { principal, body } = request;
      if (body.domain_id !== undefined && body.domain_id !== null)
        throw compatErrors.not_implemented(
          "domain_id is not supported: leave it out, and limit the key to domains in the dashboard.",
        );
      const permission = body.permission === "sending_access" ? "send" : "full";
      const created = await createKey(database, {
        accountId: principal.accountId,
        by: actorOf(request),
        input: { name: body.name, permission },
      });
      return reply.code(201).send({ id: String(created.id), token: created.key });
    },
  );

  app.get(
    "/api-keys",
    { schema: { hide: true, querystring: pageQuery, response: { 200: listOf(listedKey) } } },
    async ({ principal, query }) => pageOf(await listKeys(database, principal.accountId), query),
  );

  app.patch(
    "/api-keys/:id",
    { schema: { hide: true, params: idParams, body: keyChange, response: { 200: namedKey } } },
    async (request) => {
      const key = refer(request, request.params.id);
      await changeKey(database, { ...key, input: { name: request.body.name } });
      return { object: "api_key" as const, id: String(key.keyId) };
    },
  );

  app.delete(
    "/api-keys/:id",
    { schema: { hide: true, params: idParams, response: { 200: removedKey } } },
    async (request) => {
      const key = refer(request, request.params.id);
      await revokeKey(database, key);
      return { object: "api_key" as const, id: String(key.keyId), deleted: true as const };
    },
  );
}

/** Reads the id of a key of the caller's account from a path. */
function refer(request: FastifyRequest, text: string) {
  const { accountId } = request.principal;
  // Key ids are PostgreSQL integers; any other text names no key.
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw keyNotFound();
  return { accountId, keyId: Number(text), by: actorOf(request) };
}

/** An account has few keys, so all are loaded, newest first. Ids ascend. */
function pageOf(keys: KeyView[], query: PageQuery) {
  const page = cutList(keys, query, (key, id) => Number(id) - key.id);
  const data = page.data.map(({ id, name, created_at, last_used }) => ({
    ...{ id: String(id), name, created_at },
    last_used_at: last_used,
  }));
  return { ...page, data };
}
