import type { onRequestHookHandler } from "fastify";
import { type AppError, errors } from "../../../platform/errors/index.ts";
import type { AccountDeps } from "../deps.ts";
import { RequestRate, windowSeconds } from "./request-rate.ts";

/**
 * Hook behind an authentication hook: so many requests a minute for an account. The fields are those of
 * draft-ietf-httpapi-ratelimit-headers: the quota of a window, what remains of it, and seconds until there is more. Error: `rate_limited`.
 */
export function limitRate({ database, log, config }: AccountDeps): onRequestHookHandler {
  const limit = config.rateLimit;
  if (limit === 0) return (_request, _reply, done) => done();
  const rate = new RequestRate({ database, log, limit });
  const policy = `"default";q=${limit};w=${windowSeconds}`;

  return (request, reply, done) => {
    const remaining = rate.take(request.principal.accountId);
    const secondsLeft = rate.secondsLeft();
    reply.header("ratelimit-policy", policy);
    if (remaining >= 0) {
      reply.header("ratelimit", `"default";r=${remaining};t=${secondsLeft}`);
      return done();
    }
    reply.header("ratelimit", `"default";r=0;t=${secondsLeft}`);
    done(rateLimited(limit, secondsLeft));
  };
}

/** The same for doors that are not of HTTP: counts one request, or throws `rate_limited`. */
export function createTakeRequest({ database, log, config }: AccountDeps): (accountId: string) => void {
  const limit = config.rateLimit;
  if (limit === 0) return () => undefined;
  const rate = new RequestRate({ database, log, limit });
  return (accountId) => {
    if (rate.take(accountId) < 0) throw rateLimited(limit, rate.secondsLeft());
  };
}

function rateLimited(limit: number, secondsLeft: number): AppError {
  return errors.rate_limited(
    `This account has made its ${limit.toLocaleString("en")} requests of this minute. Try again in ${secondsLeft} seconds.`,
    { headers: { "retry-after": String(secondsLeft) } },
  );
}
