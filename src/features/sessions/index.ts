/**
 * Sessions: signed-in browsers. A session belongs to a person and the account that the person works in; the browser keeps its token
 * in a cookie. `requireSession` makes the hooks of the dashboard's routes. They set `request.principal`, and every query after it names
 * the account.
 */
export { clearedCookies, sessionCookies } from "./cookie.ts";
export { findSession, type SessionDeps } from "./find-session.ts";
export {
  deleteAllSessions,
  deleteSession,
  deleteSessionsExcept,
  keepSession,
  moveSession,
  type Session,
} from "./queries.ts";
export { ownersOnly, requireOwner, requireOwnerOrSelf } from "./require-owner.ts";
export { requireSession, sessionOf } from "./require-session.ts";
export { ROLES, type Role } from "./role.ts";
export { refuseOtherOrigins } from "./same-origin.ts";
export { type Client, hashToken, startSession } from "./start-session.ts";
