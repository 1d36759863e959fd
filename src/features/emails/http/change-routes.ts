import { Type } from "typebox";
import { orThrow } from "../../../platform/errors/index.ts";
import { type App, errorResponses, timestamp } from "../../../platform/http/index.ts";
import { cancelEmail } from "../change/cancel-email.ts";
import { rescheduleEmail } from "../change/reschedule-email.ts";
import { type ResendDeps, resendEmail } from "../change/resend-email.ts";
import { emailParams } from "../read/schema.ts";
import { idempotencyHeaders, resendRequest, sendResponse } from "../schema/send-schema.ts";
import { senderOf } from "./sender-of.ts";

const id = Type.String({ format: "uuid" });
const success = Type.Literal(true);

/** Routes that cancel, reschedule and resend an email. */
export function changeRoutes(deps: ResendDeps) {
  const { database } = deps;
  return async (app: App) => {
    app.post(
      "/emails/:id/cancel",
      {
        config: { allowsLimitedKeys: true },
        schema: {
          operationId: "cancelEmail",
          summary: "Cancel an email for all waiting recipients",
          params: emailParams,
          response: {
            200: Type.Object({
              success,
              id,
              canceled: Type.Integer({
                description:
                  "The number of recipients to whom the email is no longer sent. Those whose mail may have arrived stay `uncertain`; the others are `canceled`.",
              }),
            }),
            ...errorResponses(401, 403, 404, 409, 503),
          },
        },
      },
      async (request) => ({
        success: true as const,
        ...(await cancelEmail(database, request.principal, request.params.id)),
      }),
    );

    app.patch(
      "/emails/:id",
      {
        config: { allowsLimitedKeys: true },
        schema: {
          operationId: "rescheduleEmail",
          summary: "Reschedule a waiting email, or send it now",
          params: emailParams,
          body: Type.Object(
            {
              scheduled_at: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], {
                description: "The new time, in the same form as in a send request. Null: now.",
              }),
            },
            { additionalProperties: false, examples: [{ scheduled_at: "in 2 hours" }] },
          ),
          response: {
            200: Type.Object({ success, id, scheduled_at: timestamp }),
            ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503),
          },
        },
      },
      async (request) => {
        const { id, scheduledAt } = await rescheduleEmail(database, request.principal, {
          id: request.params.id,
          scheduledAt: request.body.scheduled_at,
        });
        return { success: true as const, id, scheduled_at: scheduledAt.toISOString() };
      },
    );

    app.post(
      "/emails/:id/resend",
      {
        config: { allowsLimitedKeys: true },
        // Not for keys with the permission send: with `to` they could read any email of the account.
        preValidation: (request, _reply, done) => {
          request.body ??= {};
          done();
        },
        schema: {
          operationId: "resendEmail",
          summary: "Resend an email as a new email",
          params: emailParams,
          headers: idempotencyHeaders,
          body: resendRequest,
          response: {
            200: sendResponse,
            ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const { id, messageId, replayed } = orThrow(
          await resendEmail(deps, { id: request.params.id, ...request.body }, senderOf(request, reply), {
            idempotencyKey: request.headers["idempotency-key"],
          }),
        );
        if (replayed) reply.header("idempotent-replay", "true");
        return { success: true as const, id, status: "queued" as const, message_id: messageId };
      },
    );
  };
}
