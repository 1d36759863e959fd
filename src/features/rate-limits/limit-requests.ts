import type { onRequestHookHandler } from "fastify";
import { type AppError, errors } from "../../platform/errors/index.ts";
import { type RequestRate, WINDOW_SECONDS } from "./request-rate.ts";

/**
 * Hook after authentication: limits the requests of an account to `rate`. The header fields follow
 * draft-ietf-httpapi-ratelimit-headers: the quota of a window, the remainder, and the seconds until it resets. Error: `rate_limited`.
 */
export function limitRequests(rate: RequestRate): onRequestHookHandler {
  const { limit } = rate;
  if (limit === 0) return (_request, _reply, done) => done();
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;

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

/** Counts one request that did not come by HTTP. Error: `rate_limited`. */
export function takeRequest(rate: RequestRate, accountId: string): void {
  if (rate.limit === 0) return;
  if (rate.take(accountId) < 0) throw rateLimited(rate.limit, rate.secondsLeft());
}

function rateLimited(limit: number, secondsLeft: number): AppError {
  return errors.rate_limited(
    `This account is limited to ${limit.toLocaleString("en")} requests per minute. Try again in ${secondsLeft} seconds.`,
    { headers: { "retry-after": String(secondsLeft) } },
  );
}
