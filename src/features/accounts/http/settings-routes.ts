import type { FastifyRequest } from "fastify";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { sessionOf } from "../../sessions/index.ts";
import { changeSettings, loadSettings, type SettingsDeps } from "../settings/settings.ts";
import { settingsRequest, settingsResponse } from "./schema.ts";

const TAGS = ["Account"];

/** `/account`, behind `requireSession`. */
export function settingsRoutes(deps: SettingsDeps) {
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/account",
      {
        schema: {
          operationId: "getSettings",
          summary: "Get the account, its user, and how the instance delivers",
          tags: TAGS,
          response: { 200: settingsResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async (request) => await loadSettings(deps, memberOf(request)),
    );

    app.patch(
      "/account",
      {
        schema: {
          operationId: "changeSettings",
          summary: "Change the account's name, default sender, retention and attempts, and the user's name",
          tags: TAGS,
          body: settingsRequest,
          response: { 200: settingsResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const member = memberOf(request);
        await changeSettings(deps, { ...member, by: actorOf(request) }, request.body);
        return await loadSettings(deps, member);
      },
    );
    done();
  };
}

function memberOf(request: FastifyRequest) {
  const { accountId, personId, role } = sessionOf(request);
  return { accountId, personId, role };
}
