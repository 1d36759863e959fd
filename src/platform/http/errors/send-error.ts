import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppError } from "../../errors/index.ts";
import type { Logger } from "../../telemetry/index.ts";
import { noteAnsweredError } from "./answered-error.ts";
import { errorBodyOf } from "./error-body.ts";
import { toAppError } from "./to-app-error.ts";

export type SendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The representation of an error on the wire. */
export type ErrorShape = (error: AppError, request: FastifyRequest) => { status: number; body: string };

export function ownErrorShape(baseUrl: string): ErrorShape {
  return (error, request) => ({
    status: error.status,
    body: errorBodyOf(error, { requestId: request.id, docsUrl: docsUrlOf(baseUrl, error.code) }),
  });
}

/**
 * The only place that sends errors to clients. Failures of ours are logged here, once, with their cause; the response
 * contains no details.
 */
export function createSendError({ shape, log }: { shape: ErrorShape; log: Logger }): SendError {
  return (thrown, request, reply) => {
    // Node also destroys a request whose body was read, but it destroys a response only when the connection ends.
    const hasClientLeft = reply.raw.destroyed || request.raw.errored !== null;
    const error = toAppError(thrown, { hasClientLeft });
    noteAnsweredError(request, error);
    if (error.status >= 500) {
      log[error.status === 500 ? "error" : "warn"](
        {
          event: "http.failed",
          request_id: request.id,
          method: request.method,
          route: request.routeOptions?.url ?? null,
          code: error.code,
          err: error.cause ?? error,
        },
        "a request failed",
      );
    }
    // Overrides the cache headers that the route has set.
    reply.header("cache-control", "no-store");
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
    const { status, body } = shape(error, request);
    return reply
      .code(status)
      .header("x-request-id", request.id)
      .header("content-type", "application/json; charset=utf-8")
      .send(body);
  };
}

/** Each code has its own page. */
export function docsUrlOf(baseUrl: string, code: string): string {
  return `${baseUrl}/docs/errors/${code}`;
}
