import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { findEvents } from "../find-events.ts";
import { listEventsQuery, listEventsResponse } from "./schema.ts";

export function feedRoutes({ database }: { database: Database }) {
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/events",
      {
        schema: {
          operationId: "listEvents",
          summary: "List events, oldest first",
          description:
            "Returns the events of all recipients. To follow them, repeat the request with `after` set to `next_cursor`. `kind` adds opens and clicks, and events of the account: domains, contacts, suppressions, keys, webhooks. Ignore types that you do not know, because new ones may be added.",
          querystring: listEventsQuery,
          response: { 200: listEventsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async (request) => findEvents(database, request.principal.accountId, request.query),
    );
    done();
  };
}
