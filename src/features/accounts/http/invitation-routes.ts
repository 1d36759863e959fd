import { type App, errorResponses } from "../../../platform/http/index.ts";
import { findSession, refuseOtherOrigins, type SessionDeps } from "../../sessions/index.ts";
import { acceptInvitation, openInvitation } from "../members/accept-invitation.ts";
import type { SecondFactorDeps } from "../second-factor/use-code.ts";
import { admit, clientOf } from "./admit.ts";
import { acceptRequest, findInvitationRequest, foundInvitationResponse } from "./member-schema.ts";
import { authResponse } from "./schema.ts";

/** The same as of a sign-up. */
const BODY_LIMIT = 32 * 1024;
const TAGS = ["Members"];

/** `/api/invitations/find` and `/api/invitations/accept`, for people who are not signed in. The token is never in a URL. */
export function invitationRoutes(deps: SessionDeps & SecondFactorDeps) {
  return async (app: App) => {
    app.addHook("onRequest", async (request) => refuseOtherOrigins(request, deps.config.baseUrl));

    app.post(
      "/api/invitations/find",
      {
        schema: {
          operationId: "findInvitation",
          summary: "Get the invitation of a link",
          tags: TAGS,
          body: findInvitationRequest,
          response: {
            200: foundInvitationResponse,
            ...errorResponses(400, 403, 404, 413, 415, 422, 503),
          },
        },
      },
      async (request) => {
        const invitation = await openInvitation(deps.database, request.body.token);
        const { account_name, email, role, is_registered } = invitation;
        return { account_name, email, role, registered: is_registered };
      },
    );

    app.post(
      "/api/invitations/accept",
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          operationId: "acceptInvitation",
          summary: "Accept an invitation and sign in",
          description: "Sets the session cookie, as sign-in does.",
          tags: TAGS,
          body: acceptRequest,
          response: {
            200: authResponse,
            ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const session = await findSession(deps, request);
        const client = clientOf(request);
        const signedIn = await acceptInvitation(deps, request.body, { client, session });
        return admit(deps.config, reply, signedIn);
      },
    );
  };
}
