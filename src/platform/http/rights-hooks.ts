import type { onRequestHookHandler, preHandlerHookHandler } from "fastify";
import type { App } from "./app.ts";
import type { RequestHook } from "./principal.ts";

/** Hooks that check the caller's rights before the body is read, and again after a slow body. Also options of a route. */
export type RightsHooks = Readonly<{
  onRequest: onRequestHookHandler[];
  preHandler: preHandlerHookHandler[];
}>;

/**
 * A body may arrive for two minutes. With a longer time here, someone who lost the rights meanwhile could still use them; with a shorter
 * one, ordinary requests would pay for a second check.
 */
const SLOW_BODY_MS = 1_000;

/** `again` is `check` without what counts a request. */
export function rightsHooks(check: RequestHook, again: RequestHook = check): RightsHooks {
  return { onRequest: [check], preHandler: [afterSlowBody(again)] };
}

export function afterSlowBody(check: RequestHook): preHandlerHookHandler {
  return (request, reply, done) => {
    if (reply.elapsedTime < SLOW_BODY_MS) return done();
    check(request, reply).then(() => done(), done);
  };
}

/** Adds the hooks to all routes of a scope. */
export function addRightsHooks(app: App, { onRequest, preHandler }: RightsHooks): void {
  for (const hook of onRequest) app.addHook("onRequest", hook);
  for (const hook of preHandler) app.addHook("preHandler", hook);
}
