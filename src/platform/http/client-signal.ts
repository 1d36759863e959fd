import type { FastifyReply } from "fastify";
import { noteConnectionError } from "./errors/connection-errors.ts";

const signals = new WeakMap<FastifyReply, AbortSignal>();

/**
 * Aborts when the client disconnects before its response is complete. Code that takes long checks the signal between its
 * steps, or passes it on. Fastify's `request.signal` cannot be used for this: it aborts as soon as a body has been read.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const existing = signals.get(reply);
  if (existing) return existing;
  const controller = new AbortController();
  const onClose = () => {
    if (reply.raw.writableFinished) return;
    const reason = new Error("the client disconnected");
    noteConnectionError(reason);
    controller.abort(reason);
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once("close", onClose);
  signals.set(reply, controller.signal);
  return controller.signal;
}
