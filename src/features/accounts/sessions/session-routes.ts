import { type App, errorResponses } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import type { AccountDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { nothing, sessionParams, sessionsResponse } from "../schema.ts";
import { deleteSession, deleteSessionsExcept, listSessionsOf } from "./queries.ts";
import { sessionOf } from "./require-session.ts";

/** `/api/sessions`: where the user is signed in. */
export function sessionRoutes(app: App, { database }: AccountDeps): void {
  const tags = ["Sessions"];
  app.get(
    "/api/sessions",
    {
      schema: {
        operationId: "listSessions",
        summary: "List the sessions of the user",
        tags,
        response: { 200: sessionsResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async (request) => {
      const current = sessionOf(request);
      const sessions = await listSessionsOf(database, current);
      return {
        sessions: sessions.map((session) => ({
          ...session,
          created_at: session.created_at.toISOString(),
          expires_at: session.expires_at.toISOString(),
          last_seen_at: session.last_seen_at.toISOString(),
          current: session.id === current.id,
        })),
      };
    },
  );

  app.delete(
    "/api/sessions",
    {
      schema: {
        operationId: "endOtherSessions",
        summary: "End all sessions of the user but this one",
        tags,
        response: { 204: nothing, ...errorResponses(401, 403, 503) },
      },
    },
    async (request, reply) => {
      const current = sessionOf(request);
      await deleteSessionsExcept(database.db, current, current.id);
      return await reply.code(204).send(null);
    },
  );

  app.delete(
    "/api/sessions/:id",
    {
      schema: {
        operationId: "endSession",
        summary: "End a session of the user",
        tags,
        params: sessionParams,
        response: { 204: nothing, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!isId(id) || !(await deleteSession(database.db, sessionOf(request), id)))
        throw accountErrors.session_not_found("There is no such session of yours.");
      return await reply.code(204).send(null);
    },
  );
}
