import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { tokensFromCookies } from "./cookie.ts";
import { findSessionsByTokens, type Session, touchSession } from "./queries.ts";
import { hashToken } from "./start-session.ts";

export type SessionDeps = { database: Database; config: Pick<Config, "baseUrl">; log: Logger };

/**
 * The session of the request's cookies, or null. Cookies of two people open no session: another site has set one of them
 * (decision 52). The time of last use is stored at most once a minute, in the background, unless this is no use of its own.
 */
export async function findSession(
  { database, log, config }: SessionDeps,
  request: FastifyRequest,
  { isUse = true } = {},
): Promise<Session | null> {
  const tokens = tokensFromCookies(request.headers, config);
  if (tokens.length === 0) return null;
  const [session, ...others] = await findSessionsByTokens(database, tokens.map(hashToken));
  if (!session || others.some(({ personId }) => personId !== session.personId)) return null;
  if (isUse && session.seenLongAgo) {
    touchSession(database, session).catch((error: unknown) =>
      log.debug({ event: "session.not_touched", err: error }, "could not store the last use of a session"),
    );
  }
  return session;
}
