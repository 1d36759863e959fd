import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { orThrow } from "../../../platform/errors/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { type BatchResult, sendBatch } from "../batch/send-batch.ts";
import { type DryRunDeps, dryRun } from "../inspect/dry-run.ts";
import { dryRunResponse, sendQuery } from "../inspect/dry-run-schema.ts";
import { acceptAliases } from "../schema/accept-aliases.ts";
import { batchRequest, batchResponse } from "../schema/batch-schema.ts";
import { readBatch } from "../schema/read-batch.ts";
import { idempotencyHeaders, MAIL_ROUTE, sendRequest, sendResponse } from "../schema/send-schema.ts";
import { type Accepted, type SendDeps, sendEmail } from "../send/send-email.ts";
import { senderOf } from "./sender-of.ts";

export type SendRoutesDeps = SendDeps & DryRunDeps;

/** Sends one email: `POST /send` for programs, `POST /emails` for the dashboard. */
export function sendRoute(path: "/send" | "/emails", deps: SendRoutesDeps) {
  return async (app: App) => {
    app.post(
      path,
      {
        ...MAIL_ROUTE,
        config: { permission: "send" },
        preValidation: (request, _reply, done) => {
          acceptAliases(request.body);
          done();
        },
        schema: {
          operationId: "sendEmail",
          summary: "Send an email, or preview the result",
          description:
            "Responds after the email and its recipients are stored durably. Get the delivery state of each recipient with `GET /api/v1/emails/{id}`. With `?dry_run=true`, nothing is stored or sent and the response predicts the result. A key with the permission `send` does not see which recipients are suppressed.",
          headers: idempotencyHeaders,
          querystring: sendQuery,
          body: sendRequest,
          response: {
            200: Type.Union([sendResponse, dryRunResponse]),
            ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const sender = senderOf(request, reply);
        if (request.query.dry_run)
          return orThrow(
            await dryRun(deps, request.body, sender, {
              withSource: request.query.include === "source",
              showsSuppressed: request.principal.permission !== "send",
            }),
          );
        const options = { idempotencyKey: idempotencyKeyOf(request) };
        const accepted = orThrow(await sendEmail(deps, request.body, sender, options));
        if (accepted.replayed) reply.header("idempotent-replay", "true");
        return { success: true as const, ...present(accepted) };
      },
    );
  };
}

/** `POST /emails/batch`. */
export function batchRoute(deps: SendDeps) {
  return async (app: App) => {
    app.post(
      "/emails/batch",
      {
        ...MAIL_ROUTE,
        attachValidation: true,
        config: { permission: "send" },
        preValidation: (request, _reply, done) => {
          acceptAliases(request.body);
          done();
        },
        schema: {
          operationId: "sendBatch",
          summary: "Send up to 500 emails with one request",
          description:
            "All accepted emails are committed together, so a batch is never stored partially. A batch has at most 10,000 recipients in total. It can contain attachments; the request body has at most 40 MB.",
          headers: idempotencyHeaders,
          body: batchRequest,
          response: { 200: batchResponse, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const batch = readBatch(request.body, request.validationError ?? null);
        const sender = senderOf(request, reply);
        const options = { idempotencyKey: idempotencyKeyOf(request) };
        const { results, replayed } = orThrow(await sendBatch(deps, batch, sender, options));
        if (replayed) reply.header("idempotent-replay", "true");
        return { success: true as const, emails: results.map(presentResult) };
      },
    );
  };
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  return headers["idempotency-key"] as string | undefined;
}

function present({ id, messageId, scheduledAt }: Omit<Accepted, "replayed">) {
  return {
    id,
    status: "queued" as const,
    message_id: messageId,
    ...(scheduledAt && { scheduled_at: scheduledAt }),
  };
}

function presentResult(result: BatchResult) {
  if ("refused" in result) return { success: false as const, error: result.refused };
  return { success: true as const, ...present(result) };
}
