/**
 * Sessions: signed-in browsers. A session belongs to a person, in the account that the person works in, and is held by a cookie.
 * `requireSession` is the hook for the dashboard's routes; it sets `request.principal`, and every query behind it names its account.
 */
export { clearedCookies, sessionCookies } from "./cookie.ts";
export { findSession, type SessionDeps } from "./find-session.ts";
export {
  deleteAllSessions,
  deleteSession,
  type Session,
} from "./queries.ts";
export { requireSession } from "./require-session.ts";
export { refuseOtherOrigins } from "./same-origin.ts";
export { type Client, startSession } from "./start-session.ts";
