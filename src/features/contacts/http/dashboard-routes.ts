import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses, listQuery } from "../../../platform/http/index.ts";
import { countProperties } from "../count-properties.ts";
import { readContactReference } from "../read-contact-reference.ts";
import { findTimeline } from "../timeline/find-timeline.ts";
import { listPropertiesResponse, listTimelineResponse } from "./dashboard-schema.ts";
import { contactParams } from "./schema.ts";

/** The contact routes of the dashboard alone. */
export function dashboardContactRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/contacts/properties",
      {
        schema: {
          operationId: "listContactProperties",
          summary: "List the properties in use",
          description: "The 50 most used properties of the newest contacts, most used first.",
          response: { 200: listPropertiesResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async ({ principal }) => ({ properties: await countProperties(database, principal.accountId) }),
    );

    app.get(
      "/contacts/:contact/timeline",
      {
        schema: {
          operationId: "listContactTimeline",
          summary: "List the emails and consent changes of a contact",
          description:
            "Newest first. Emails are those to the contact's address, with the state of this recipient, and when a person first opened and clicked.",
          params: contactParams,
          querystring: listQuery,
          response: { 200: listTimelineResponse, ...errorResponses(401, 403, 404, 422, 503) },
        },
      },
      async ({ principal, params, query }) =>
        findTimeline(database, principal.accountId, {
          reference: readContactReference(params.contact),
          query,
        }),
    );
  };
}
