import type { onRequestHookHandler } from "fastify";
import { sessionErrors } from "./errors.ts";
import { sessionOf } from "./require-session.ts";

/** Hook after `requireSession`. Error: `role_not_permitted`. */
export const requireOwner: onRequestHookHandler = (request, _reply, done) => {
  const isOwner = sessionOf(request).role === "owner";
  done(
    isOwner ? undefined : sessionErrors.role_not_permitted("Only owners of the account manage its members."),
  );
};
