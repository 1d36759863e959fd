import type { App } from "../app.ts";

const seen = new WeakSet<object>();

/**
 * Remembers the errors that end a client's connection, so that they are not mistaken for failures of ours or of the
 * database, whose connections fail with the same codes. The listeners also keep such an error from crashing the process,
 * because an `error` event without a listener is thrown.
 */
export function noteConnectionErrors(app: App): void {
  app.addHook("onRequest", (request, reply, done) => {
    request.raw.on("error", noteConnectionError);
    reply.raw.on("error", noteConnectionError);
    done();
  });
}

export function noteConnectionError(error: Error): void {
  seen.add(error);
}

/** Whether this error ended a client's connection. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && (seen.has(error) || isConnectionError(error.cause));
}
