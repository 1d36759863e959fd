import type { FastifyRequest } from "fastify";
import type { AccountDeps } from "../deps.ts";
import { tokensFromCookies } from "./cookie.ts";
import { findSessionsByTokens, type Session, touchSession } from "./queries.ts";
import { hashToken } from "./start-session.ts";

/**
 * The session of the request's cookies, or null. Cookies of two people are nobody's session: one of them was set by another site
 * (decision 52). That a session was seen is written at most once a minute, and nobody waits for it.
 */
export async function findSession(
  { database, log, config }: AccountDeps,
  request: FastifyRequest,
): Promise<Session | null> {
  const tokens = tokensFromCookies(request.headers, config);
  if (tokens.length === 0) return null;
  const [session, ...others] = await findSessionsByTokens(database, tokens.map(hashToken));
  if (!session || others.some(({ userId }) => userId !== session.userId)) return null;
  if (session.seenLongAgo) {
    touchSession(database, session).catch((error: unknown) =>
      log.debug({ event: "session.not_touched", err: error }, "could not note that a session was seen"),
    );
  }
  return session;
}
