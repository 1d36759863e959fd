import type { FastifyReply } from "fastify";

/**
 * Aborted when the client goes away before it has its answer. For requests with a body: Fastify's own `request.signal` is aborted as soon
 * as the body has been read.
 */
export function abandonedSignal({ raw: response }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
