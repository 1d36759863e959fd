import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/index.ts";
import { type App, answeredErrorOf, type Principal } from "../../platform/http/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { networkOf } from "../../platform/network/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { RequestRow } from "./queries.ts";
import { redactUrl } from "./redact-url.ts";
import { RequestLog } from "./request-log.ts";

const maxMessageLength = 500;

/**
 * Logs what comes to a server with an API key, on whatever surface, and nothing else. Works after the answer; for a request that is
 * not kept it costs a look into a map.
 */
export function logRequestsOf(app: App, { database, log }: { database: Database; log: Logger }): void {
  const requests = new RequestLog(database, log);
  app.addHook("onResponse", (request, reply, done) => {
    const who = request.authenticatedAs;
    if (who?.via === "key" && (reply.statusCode >= 400 || requests.hasRoomForSuccess(who.accountId)))
      requests.add(rowOf(who, { request, reply }));
    done();
  });
  app.addHook("onClose", () => requests.flush());
}

function rowOf(
  who: Principal,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): RequestRow {
  const error = answeredErrorOf(request);
  return {
    account_id: who.accountId,
    id: newId(),
    method: request.method,
    path: redactUrl(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    key_id: who.keyId,
    request_id: request.id,
    error_code: error?.code ?? null,
    // PostgreSQL's text holds no NUL, and one row must not fail the batch.
    error_message: error?.message.slice(0, maxMessageLength).replaceAll("\0", "") ?? null,
    // A client that has hung up meanwhile has no address any more.
    network: networkOf(request.ip ?? ""),
  };
}
