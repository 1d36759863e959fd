import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses, nothing } from "../../../platform/http/index.ts";
import { sessionOf } from "../../sessions/index.ts";
import { listAccountsOf } from "../members/queries.ts";
import { switchAccount } from "../members/switch-account.ts";
import { accountsResponse, idParams } from "./member-schema.ts";

const TAGS = ["Members"];

/** `/accounts`, behind `requireSession`: the accounts of the user. */
export function switchRoutes({ database }: { database: Database }) {
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/accounts",
      {
        schema: {
          operationId: "listAccounts",
          summary: "List the accounts of the user",
          tags: TAGS,
          response: { 200: accountsResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async (request) => {
        const { accountId, personId } = sessionOf(request);
        const accounts = await listAccountsOf(database, personId);
        return { accounts: accounts.map((account) => ({ ...account, current: account.id === accountId })) };
      },
    );

    app.post(
      "/accounts/:id/enter",
      {
        config: { permission: "read" },
        schema: {
          operationId: "enterAccount",
          summary: "Switch the session to another account of the user",
          tags: TAGS,
          params: idParams,
          response: { 204: nothing, ...errorResponses(401, 403, 404, 503) },
        },
      },
      async (request, reply) => {
        await switchAccount(database, sessionOf(request), request.params.id);
        return await reply.code(204).send(null);
      },
    );
    done();
  };
}
