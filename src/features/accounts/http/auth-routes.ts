import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../../config.ts";
import { errors } from "../../../platform/errors/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import {
  clearedCookies,
  deleteSession,
  findSession,
  refuseOtherOrigins,
  type SessionDeps,
} from "../../sessions/index.ts";
import { changePassword } from "../people/change-password.ts";
import { signIn } from "../people/sign-in.ts";
import { type SignUpDeps, signUp } from "../people/sign-up.ts";
import type { SecondFactorDeps } from "../second-factor/use-code.ts";
import { admit, clientOf, mustChange } from "./admit.ts";
import {
  type AuthRequest,
  authRequest,
  authResponse,
  checkQuery,
  checkResponse,
  instanceResponse,
  signOutResponse,
} from "./schema.ts";

/** The largest valid body: a password of the maximum length takes 12 kB when every character is escaped. */
const BODY_LIMIT = 32 * 1024;
const TAGS = ["Sign-in"];

export type AuthDeps = SessionDeps & SignUpDeps & SecondFactorDeps & { config: Pick<Config, "baseUrl"> };

/** `/api/auth`: the only cookie routes that work until the first password has been changed. */
export function authRoutes(deps: AuthDeps) {
  return async (app: App) => {
    app.addHook("onRequest", async (request) => refuseOtherOrigins(request, deps.config.baseUrl));

    app.get(
      "/api/auth",
      {
        schema: {
          operationId: "checkSession",
          summary: "Check the session",
          description:
            "Returns whether the session cookie is valid, and the user that it belongs to. Never returns an error. With `include=account`, also the account in which the session works: a later request with another id in the header `X-Account-Id` fails with `account_switched`.",
          tags: TAGS,
          querystring: checkQuery,
          response: { 200: checkResponse, ...errorResponses(503) },
        },
      },
      async (request) => {
        const session = await findSession(deps, request);
        const includesAccount = request.query.include === "account";
        if (!session) return { authenticated: false, user: null, ...(includesAccount && { account: null }) };
        const { person, accountId, role, mustChangePassword } = session;
        return {
          authenticated: true,
          user: person,
          ...(includesAccount && { account: { id: accountId, role } }),
          ...mustChange(mustChangePassword),
        };
      },
    );

    app.get(
      "/api/instance",
      {
        schema: {
          operationId: "getInstance",
          summary: "Get the public settings of this instance",
          tags: TAGS,
          response: { 200: instanceResponse, ...errorResponses(503) },
        },
      },
      async () => ({ signups: await deps.signups() }),
    );

    app.post(
      "/api/auth",
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          operationId: "authenticate",
          summary: "Sign up, sign in, sign out, change the password",
          description:
            "The field `action` selects the operation. Success sets the cookie `admin_token`, valid for seven days; over https also `__Host-admin_token`, which browsers need.",
          tags: TAGS,
          body: authRequest,
          response: { 200: authResponse, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => await act(deps, request.body, { request, reply }),
    );

    app.delete(
      "/api/auth",
      {
        schema: {
          operationId: "signOut",
          summary: "Sign out",
          tags: TAGS,
          response: { 200: signOutResponse, ...errorResponses(403, 503) },
        },
      },
      async (request, reply) => await signOut(deps, { request, reply }),
    );
  };
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function act(deps: AuthDeps, body: AuthRequest, exchange: Exchange) {
  const client = clientOf(exchange.request);
  switch (body.action) {
    case "signup":
      return admit(deps.config, exchange.reply, await signUp(deps, body, client));
    case "login":
      return admit(deps.config, exchange.reply, await signIn(deps, body, client));
    case "change_password": {
      const session = await findSession(deps, exchange.request);
      if (!session) throw errors.unauthorized("There is no valid session. Sign in first.");
      return admit(
        deps.config,
        exchange.reply,
        await changePassword(deps.database, session, { change: body, client }),
      );
    }
    case "logout":
      return await signOut(deps, exchange);
  }
}

async function signOut(deps: AuthDeps, { request, reply }: Exchange) {
  const session = await findSession(deps, request);
  if (session) await deleteSession(deps.database.db, session.personId, session.id);
  for (const cookie of clearedCookies(deps.config)) reply.header("set-cookie", cookie);
  return { success: true as const };
}
