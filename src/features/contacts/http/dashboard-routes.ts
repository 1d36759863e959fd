import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { countProperties } from "../count-properties.ts";

const listPropertiesResponse = Type.Object(
  {
    properties: Type.Array(
      Type.Object({
        name: Type.String(),
        contacts: Type.Integer({
          description: "The number of contacts that have it, among the newest 2,000.",
        }),
      }),
    ),
  },
  { examples: [{ properties: [{ name: "plan", contacts: 1_204 }] }] },
);

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
  };
}
