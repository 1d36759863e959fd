import type { FastifyRequest } from "fastify";
import { errors } from "../../platform/errors/index.ts";
import type { RightsHooks } from "../../platform/http/index.ts";
// Not from the index, which imports the web server: a worker must not load it.
import { neededPermission } from "../../platform/http/principal.ts";
import { rightsHooks } from "../../platform/http/rights-hooks.ts";
import { sessionErrors } from "./errors.ts";
import { findSession, type SessionDeps } from "./find-session.ts";
import type { Session } from "./queries.ts";
import { permissionOf } from "./role.ts";
import { refuseOtherOrigins } from "./same-origin.ts";

const sessions = new WeakMap<FastifyRequest, Session>();

/** The session that `requireSession` has found for a request. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request);
  if (!session) throw new Error("requireSession did not run for this route");
  return session;
}

/** The account that the page shows. Tabs share the session, so another tab may have switched it. */
const ACCOUNT_HEADER = "x-account-id";

/**
 * Hooks of the dashboard's routes: they require the same origin, a valid session, a changed first password, the account that the page
 * shows, and a role that permits the route. Errors: `cross_origin`, `unauthorized`, `password_change_required`, `account_switched`,
 * `role_not_permitted`.
 */
export function requireSession(deps: SessionDeps): RightsHooks {
  const check = (isAgain: boolean) => async (request: FastifyRequest) => {
    refuseOtherOrigins(request, deps.config.baseUrl);
    const session = await findSession(deps, request, { isUse: !isAgain });
    if (!session) throw errors.unauthorized("There is no valid session. Sign in first.");
    if (session.mustChangePassword)
      throw sessionErrors.password_change_required("Change the first password before anything else.");
    const shown = request.headers[ACCOUNT_HEADER] ?? (isAgain ? request.principal.accountId : undefined);
    if (shown !== undefined && shown !== session.accountId)
      throw sessionErrors.account_switched(
        "You switched to another account in another tab. Reload this page to see that account.",
      );
    const permission = permissionOf(session.role);
    if (permission !== "full" && neededPermission(request) !== permission)
      throw sessionErrors.role_not_permitted(
        "Viewers may only read. An owner of the account can change your role.",
      );
    sessions.set(request, session);
    request.principal = {
      accountId: session.accountId,
      via: "session",
      keyId: null,
      personId: session.personId,
      permission,
      limits: null,
      isLimited: false,
    };
  };
  return rightsHooks(check(false), check(true));
}
