import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses, nothing, readTime } from "../../../platform/http/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { actorOf } from "../../audit/index.ts";
import { act } from "../actions/act.ts";
import { cachedQueueStats } from "../stats/load-queue-stats.ts";
import { findUncertain } from "../uncertain/find-uncertain.ts";
import { resolveUncertain } from "../uncertain/resolve-uncertain.ts";
import { readScope } from "./read-scope.ts";
import {
  type QueueActionRequest,
  queueActionRequest,
  queueActionResponse,
  queueQuery,
  queueResponse,
  resolveParams,
  resolveRequest,
  uncertainQuery,
  uncertainResponse,
} from "./schema.ts";

/** `onDue` is called when mail has become due. */
export type QueueDeps = { database: Database; log: Logger; onDue: () => void };

const TAGS = ["Queue"];

/** An account's own queue, for the dashboard. */
export function queueRoutes(deps: QueueDeps) {
  return async (app: App) => {
    const queueStats = cachedQueueStats(deps.database);
    app.get(
      "/queue",
      {
        schema: {
          operationId: "getQueue",
          summary: "Get the queue by destination",
          description:
            "A destination is the recipients' mailbox provider where it is known, otherwise their domain.",
          tags: TAGS,
          querystring: queueQuery,
          response: { 200: queueResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) =>
        await queueStats({ accountId: principal.accountId, by: "destination" }, query),
    );
    app.post(
      "/queue/actions",
      {
        schema: {
          operationId: "actOnQueue",
          summary: "Pause, hold, resume, retry or purge the account's mail",
          description:
            "Takes effect within a second; deliveries in progress continue. Paused mail can still expire. `retry` and `purge` stop after two seconds; `has_more` then asks you to repeat the request.",
          tags: TAGS,
          body: queueActionRequest,
          response: { 200: queueActionResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const { accountId } = request.principal;
        const scope = readScope(accountId, request.body.scope);
        return await act(deps, { ...readAction(request.body), scope }, doerOf(request, false));
      },
    );
    uncertainRoutes(app, deps);
  };
}

function uncertainRoutes(app: App, { database, onDue }: QueueDeps): void {
  app.get(
    "/queue/uncertain",
    {
      schema: {
        operationId: "listUncertain",
        summary: "List uncertain recipients that are not retried",
        description:
          "The mail may or may not have arrived. These recipients stay uncertain until a person decides.",
        tags: TAGS,
        querystring: uncertainQuery,
        response: { 200: uncertainResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }) => await findUncertain(database, principal.accountId, query),
  );
  app.post(
    "/emails/:id/recipients/:position/resolve",
    {
      schema: {
        operationId: "resolveUncertain",
        summary: "Decide about an uncertain recipient",
        tags: TAGS,
        params: resolveParams,
        body: resolveRequest,
        response: {
          204: nothing,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { params, body, principal } = request;
      await resolveUncertain(database, {
        accountId: principal.accountId,
        emailId: params.id,
        position: params.position,
        as: body.as,
        by: actorOf(request),
      });
      onDue();
      return reply.code(204).send(null);
    },
  );
}

export function readAction({ action, reason, seconds, before }: Omit<QueueActionRequest, "scope">) {
  return {
    action,
    reason: reason ?? null,
    seconds: action === "pause" ? (seconds ?? null) : null,
    before: before === undefined ? null : readTime("before", before),
  };
}

export function doerOf(request: Parameters<typeof actorOf>[0], byOperator: boolean) {
  return { by: actorOf(request), accountId: request.principal.accountId, byOperator };
}
