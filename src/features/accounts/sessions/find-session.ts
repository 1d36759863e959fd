import type { FastifyRequest } from "fastify";
import type { AccountDeps } from "../deps.ts";
import { tokenFromCookies } from "./cookie.ts";
import { findSessionByToken, type Session, touchSession } from "./queries.ts";
import { hashToken } from "./start-session.ts";

/** The session of the request's cookie, or null. That it was seen is written at most once a minute, and nobody waits for it. */
export async function findSession(
  { database, log }: AccountDeps,
  request: FastifyRequest,
): Promise<Session | null> {
  const token = tokenFromCookies(request.headers.cookie);
  if (token === null) return null;
  const session = await findSessionByToken(database, hashToken(token));
  if (session?.seenLongAgo) {
    touchSession(database, session).catch((error: unknown) =>
      log.debug({ event: "session.not_touched", err: error }, "could not note that a session was seen"),
    );
  }
  return session;
}
