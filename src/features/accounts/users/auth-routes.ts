import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../../../platform/errors/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import type { AccountDeps, Client } from "../deps.ts";
import {
  type AuthRequest,
  authRequest,
  authResponse,
  checkResponse,
  instanceResponse,
  signOutResponse,
} from "../schema.ts";
import { clearedCookies, sessionCookies } from "../sessions/cookie.ts";
import { findSession } from "../sessions/find-session.ts";
import { deleteSession } from "../sessions/queries.ts";
import { refuseOtherOrigins } from "../sessions/same-origin.ts";
import { changePassword } from "./change-password.ts";
import { mustChange, type SignedIn } from "./present-user.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

/** The longest password takes 12 kB when every character of it is escaped; nothing here needs more. */
const bodyLimit = 32 * 1024;
const tags = ["Sign-in"];

/** `/api/auth`: the only cookie routes that work while the first password stands. */
export function authRoutes(deps: AccountDeps) {
  return async (app: App) => {
    app.addHook("onRequest", async (request) => refuseOtherOrigins(request, deps.config.baseUrl));

    app.get(
      "/api/auth",
      {
        schema: {
          operationId: "checkSession",
          summary: "Check the session",
          description: "Whether the session cookie is valid, and whose it is. Never an error.",
          tags,
          response: { 200: checkResponse, ...errorResponses(503) },
        },
      },
      async (request) => {
        const session = await findSession(deps, request);
        if (!session) return { authenticated: false, user: null };
        return { authenticated: true, user: session.user, ...mustChange(session.mustChangePassword) };
      },
    );

    app.get(
      "/api/instance",
      {
        schema: {
          operationId: "getInstance",
          summary: "Get what somebody who is not signed in may know of this instance",
          tags,
          response: { 200: instanceResponse },
        },
      },
      async () => ({ signups: deps.config.signups }),
    );

    app.post(
      "/api/auth",
      {
        bodyLimit,
        schema: {
          operationId: "authenticate",
          summary: "Sign up, sign in, sign out, change the password",
          description:
            "Told apart by `action`. Success sets the cookie `admin_token`, valid for seven days; over https also `__Host-admin_token`, which browsers need.",
          tags,
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
          tags,
          response: { 200: signOutResponse, ...errorResponses(403, 503) },
        },
      },
      async (request, reply) => await signOut(deps, { request, reply }),
    );
  };
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function act(deps: AccountDeps, body: AuthRequest, exchange: Exchange) {
  const client = clientOf(exchange.request);
  switch (body.action) {
    case "signup":
      return admit(deps, exchange.reply, await signUp(deps, body, client));
    case "login":
      return admit(deps, exchange.reply, await signIn(deps, body, client));
    case "change_password": {
      const session = await findSession(deps, exchange.request);
      if (!session) throw errors.unauthorized("Sign in first: there is no valid session.");
      return admit(deps, exchange.reply, await changePassword(deps, session, { change: body, client }));
    }
    case "logout":
      return await signOut(deps, exchange);
  }
}

function admit({ config }: AccountDeps, reply: FastifyReply, signedIn: SignedIn) {
  for (const cookie of sessionCookies(signedIn.token, config)) reply.header("set-cookie", cookie);
  return { success: true as const, user: signedIn.user, ...mustChange(signedIn.mustChangePassword) };
}

async function signOut(deps: AccountDeps, { request, reply }: Exchange) {
  const session = await findSession(deps, request);
  if (session) await deleteSession(deps.database.db, session, session.id);
  for (const cookie of clearedCookies(deps.config)) reply.header("set-cookie", cookie);
  return { success: true as const };
}

/** A client that has hung up meanwhile has no address any more. */
function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip || "unknown", userAgent: request.headers["user-agent"] ?? "" };
}
