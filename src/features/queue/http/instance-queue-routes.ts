import { errors } from "../../../platform/errors/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { act } from "../actions/act.ts";
import { cachedQueueStats } from "../stats/load-queue-stats.ts";
import { findAccounts } from "../uncertain/queries.ts";
import { doerOf, type QueueDeps, readAction } from "./queue-routes.ts";
import { readScope } from "./read-scope.ts";
import {
  instanceQueueActionRequest,
  instanceQueueQuery,
  queueActionResponse,
  queueResponse,
} from "./schema.ts";

const TAGS = ["Instance"];

/** The queue of all accounts, for operators. Register it behind `requireOperator`. */
export function instanceQueueRoutes(deps: QueueDeps) {
  return async (app: App) => {
    const queueStats = cachedQueueStats(deps.database);
    app.get(
      "/instance/queue",
      {
        schema: {
          operationId: "getInstanceQueue",
          summary: "Get the queue of the whole instance, by destination or account",
          tags: TAGS,
          querystring: instanceQueueQuery,
          response: { 200: queueResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ query: { by, ...query } }) =>
        await queueStats({ accountId: null, by: by ?? "destination" }, query),
    );
    app.post(
      "/instance/queue/actions",
      {
        schema: {
          operationId: "actOnInstanceQueue",
          summary: "Pause, hold, resume, retry or purge the mail of any or all accounts",
          description:
            "Like `POST /api/queue/actions`. Accounts cannot resume a pause that an operator started.",
          tags: TAGS,
          body: instanceQueueActionRequest,
          response: { 200: queueActionResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const { account_id: accountId = null, ...target } = request.body.scope;
        if (accountId !== null && (await findAccounts(deps.database, [accountId])).length === 0)
          throw noAccount();
        const scope = readScope(accountId, target);
        return await act(deps, { ...readAction(request.body), scope }, doerOf(request, true));
      },
    );
  };
}

function noAccount() {
  const message = "is not the id of an account";
  return errors.validation_failed(`scope.account_id ${message}`, {
    fields: [{ path: "scope.account_id", message }],
  });
}
