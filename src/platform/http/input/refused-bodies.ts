import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";

/** How long the rest of a refused body is read. */
const LINGER_MS = 5_000;

/**
 * After a response that was sent before the whole body arrived, reads and discards the rest for some seconds. If the
 * connection were closed at once, TCP would reset it, and the client might never see the response (RFC 9112 §9.6).
 */
export function lingerOnRefusedBodies(app: App): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (!request.raw.complete && hasBody(request)) {
      // Fastify sets this when it stops reading a body, and Node would then close the connection at once.
      reply.removeHeader("connection");
      const closes = reply.raw.shouldKeepAlive === false;
      reply.raw.shouldKeepAlive = true;
      reply.raw.once("finish", () => linger(request, closes));
    }
    done();
  });
}

/** RFC 9112 §6.3. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function linger({ raw }: FastifyRequest, closes: boolean): void {
  // Node discards a body by itself only if nothing of it was read.
  raw.unpipe();
  raw.resume();
  const closing = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  const end = () => {
    clearTimeout(closing);
    if (closes) raw.socket.destroySoon();
  };
  if (raw.closed) end();
  else raw.once("close", end);
}
