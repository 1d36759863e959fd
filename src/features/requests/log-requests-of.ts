import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/index.ts";
import { type App, answeredErrorOf, type Principal } from "../../platform/http/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { networkOf } from "../../platform/network/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { RequestRow } from "./queries.ts";
import { redactUrl } from "./redact-url.ts";
import { RequestLog } from "./request-log.ts";

const MAX_MESSAGE_LENGTH = 500;

/**
 * Logs requests with an API key, on every surface, and no other requests: of each account up to a number of successes and of failures per
 * second. It runs after the response. A request that is not kept costs one map lookup.
 */
export function logRequestsOf(app: App, { database, log }: { database: Database; log: Logger }): void {
  const requests = new RequestLog(database, log);
  app.addHook("onResponse", (request, reply, done) => {
    const principal = request.authenticatedAs;
    if (principal?.via === "key") {
      const hasRoom =
        reply.statusCode >= 400
          ? requests.hasRoomForFailure(principal.accountId)
          : requests.hasRoomForSuccess(principal.accountId);
      if (hasRoom) requests.add(rowOf(principal, { request, reply }));
    }
    done();
  });
  app.addHook("onClose", () => requests.flush());
}

function rowOf(
  principal: Principal,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): RequestRow {
  const error = answeredErrorOf(request);
  return {
    account_id: principal.accountId,
    id: newId(),
    method: request.method,
    path: redactUrl(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    key_id: principal.keyId,
    request_id: request.id,
    error_code: error?.code ?? null,
    // PostgreSQL's text type allows no NUL, and one row must not fail the batch.
    error_message: error?.message.slice(0, MAX_MESSAGE_LENGTH).replaceAll("\0", "") ?? null,
    // A client that has already disconnected has no address.
    network: networkOf(request.ip ?? ""),
  };
}
