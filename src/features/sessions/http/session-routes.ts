import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses, nothing } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { sessionErrors } from "../errors.ts";
import { deleteSession, deleteSessionsExcept, listSessionsOf } from "../queries.ts";
import { sessionOf } from "../require-session.ts";
import { sessionParams, sessionsResponse } from "./schema.ts";

const TAGS = ["Sessions"];
/** Viewers may end their own sessions. */
const OWN = { permission: "read" } as const;

/** `/sessions`, behind `requireSession`: the person's signed-in browsers. */
export function sessionRoutes({ database }: { database: Database }) {
  return (app: App, _options: object, done: () => void) => {
    listRoute(app, database);
    endRoutes(app, database);
    done();
  };
}

function listRoute(app: App, database: Database): void {
  app.get(
    "/sessions",
    {
      schema: {
        operationId: "listSessions",
        summary: "List the sessions of the user",
        tags: TAGS,
        response: { 200: sessionsResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async (request) => {
      const current = sessionOf(request);
      const sessions = await listSessionsOf(database, current.personId);
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
}

function endRoutes(app: App, database: Database): void {
  app.delete(
    "/sessions",
    {
      config: OWN,
      schema: {
        operationId: "endOtherSessions",
        summary: "End all other sessions of the user",
        tags: TAGS,
        response: { 204: nothing, ...errorResponses(401, 403, 503) },
      },
    },
    async (request, reply) => {
      const { personId, id } = sessionOf(request);
      await deleteSessionsExcept(database.db, personId, id);
      return await reply.code(204).send(null);
    },
  );

  app.delete(
    "/sessions/:id",
    {
      config: OWN,
      schema: {
        operationId: "endSession",
        summary: "End a session of the user",
        tags: TAGS,
        params: sessionParams,
        response: { 204: nothing, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!isId(id) || !(await deleteSession(database.db, sessionOf(request).personId, id)))
        throw sessionErrors.session_not_found(
          "You have no session with this id. It may have ended; reload the list.",
        );
      return await reply.code(204).send(null);
    },
  );
}
