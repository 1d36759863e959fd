import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppError, errors, type FieldError, orThrow } from "../../../platform/errors/index.ts";
import { senderOf } from "../../emails/index.http.ts";
import {
  checkBatch,
  MAIL_ROUTE,
  type SendDeps,
  type SendRequest,
  sendBatch,
  sendEmail,
  sendRequest,
} from "../../emails/index.ts";
import { compatErrors } from "../errors.ts";
import { idempotencyKeyOf } from "../idempotency-key-of.ts";
import { type SurfaceHooks, surface } from "../surface.ts";
import { readerOf } from "../validate.ts";
import { presentError } from "./present-error.ts";
import { reasonToRefuse } from "./reason-to-refuse.ts";
import { type SendgridMail, sendgridMail } from "./schema.ts";
import { indexOfUnsupportedContent, isTimed, toSendRequests } from "./to-send-requests.ts";

/** The route with which the SDK `@sendgrid/mail` sends emails when its base URL is this server. */
export function sendgridRoutes(deps: SendDeps & SurfaceHooks) {
  return surface({
    ...deps,
    shape: presentError,
    missing,
    routes: (app) => {
      app.post(
        "/v3/mail/send",
        {
          ...MAIL_ROUTE,
          config: { permission: "send" },
          schema: { hide: true, body: sendgridMail },
        },
        async (request, reply) => {
          refuseUnsupported(request.body);
          refuseSubuser(request);
          const requests = toSendRequests(request.body).map(readItem);
          if (request.body.mail_settings?.sandbox_mode?.enable)
            return sandbox(requests, request, reply, deps);
          const id = await send(requests, request, reply, deps);
          return reply.code(202).header("x-message-id", id).send();
        },
      );
    },
  });
}

/** Sends all emails or none, and returns the id of the first one. */
async function send(
  requests: SendRequest[],
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SendDeps,
): Promise<string> {
  const [first, ...rest] = requests;
  const sender = senderOf(request, reply);
  // With a send time, the Idempotency-Key covers the request as received: the derived send request changes once the time has passed.
  if (first && rest.length === 0 && !isTimed(request.body as SendgridMail))
    return orThrow(await sendEmail(deps, first, sender, idempotencyKeyOf(request))).id;
  const batch = { emails: requests, mode: "all_or_nothing" as const };
  const options = { ...idempotencyKeyOf(request), asked: request.body, namesFirst: true };
  const { results } = orThrow(await sendBatch(deps, batch, sender, options));
  return results.flatMap((result) => ("id" in result ? [result.id] : []))[0] ?? "";
}

/** SendGrid's sandbox mode: everything is validated, nothing is sent, and the status is 200. */
async function sandbox(
  requests: SendRequest[],
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SendDeps,
) {
  orThrow(await checkBatch(deps, requests, senderOf(request, reply)));
  return reply.code(200).send();
}

const readSendRequest = readerOf(sendRequest);

function readItem(input: unknown, index: number): SendRequest {
  const parsed = readSendRequest(input);
  if ("value" in parsed) return parsed.value;
  throw invalid(
    parsed.unreadable.map(({ path, message }) => ({ path: `emails[${index}].${path}`, message })),
  );
}

function refuseUnsupported(mail: SendgridMail): void {
  const refused = reasonToRefuse(mail);
  if (refused) throw invalid([refused]);
  const unsupported = indexOfUnsupportedContent(mail);
  if (unsupported >= 0)
    throw invalid([
      {
        path: `content[${unsupported}].type`,
        message:
          "must be text/plain, text/html or text/calendar, each at most once; send other types as attachments",
      },
    ]);
}

/** Without subusers, the mail would be sent in the name of the account itself. */
function refuseSubuser({ headers }: FastifyRequest): void {
  if (headers["on-behalf-of"] !== undefined)
    throw errors.forbidden(
      "Posthouse has no subusers: leave On-Behalf-Of out and use an API key of the sending account.",
    );
}

function invalid(fields: FieldError[]): AppError {
  return errors.validation_failed(fields[0]?.message ?? "The mail could not be read.", { fields });
}

function missing(path: string): AppError {
  return compatErrors.not_implemented(
    `Posthouse's SendGrid-compatible API supports /v3/mail/send, but not ${path}. See docs/compat.md.`,
  );
}
