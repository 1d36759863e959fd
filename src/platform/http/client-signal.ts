import type { FastifyReply } from "fastify";
import { noteConnectionError } from "./errors/connection-errors.ts";

const signals = new WeakMap<FastifyReply, AbortSignal>();

/**
 * Aborts when the client has left before its answer was complete. Long work checks it between its steps, or passes it on.
 * Fastify's `request.signal` is of no use for this: it aborts as soon as a body has been read.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply);
  if (known) return known;
  const controller = new AbortController();
  const leave = () => {
    if (reply.raw.writableFinished) return;
    const reason = new Error("the client has left");
    noteConnectionError(reason);
    controller.abort(reason);
  };
  if (reply.raw.destroyed) leave();
  else reply.raw.once("close", leave);
  signals.set(reply, controller.signal);
  return controller.signal;
}
