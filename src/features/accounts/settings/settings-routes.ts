import { type App, errorResponses, type Principal } from "../../../platform/http/index.ts";
import type { AccountDeps } from "../deps.ts";
import { settingsRequest, settingsResponse } from "../schema.ts";
import { changeSettings, loadSettings } from "./settings.ts";

/** `/api/account`, with the session cookie. */
export function settingsRoutes(app: App, deps: AccountDeps): void {
  const tags = ["Account"];
  app.get(
    "/api/account",
    {
      schema: {
        operationId: "getSettings",
        summary: "Get the account, its user, and how the instance delivers",
        tags,
        response: { 200: settingsResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async (request) => await loadSettings(deps, ownerOf(request.principal)),
  );

  app.patch(
    "/api/account",
    {
      schema: {
        operationId: "changeSettings",
        summary: "Change the account's name, default sender, retention and attempts, and the user's name",
        tags,
        body: settingsRequest,
        response: { 200: settingsResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const owner = ownerOf(request.principal);
      await changeSettings(deps, owner, request.body);
      return await loadSettings(deps, owner);
    },
  );
}

function ownerOf({ accountId, userId }: Principal) {
  return { accountId, userId: userId ?? "" };
}
