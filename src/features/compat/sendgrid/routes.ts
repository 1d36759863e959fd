import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppError, errors, type FieldError } from "../../../platform/errors/index.ts";
import { senderOf } from "../../emails/index.http.ts";
import {
  type CheckBatch,
  maxSendBytes,
  type SendBatch,
  type SendEmail,
  type SendRequest,
  sendRequest,
} from "../../emails/index.ts";
import { compatErrors } from "../errors.ts";
import { idempotencyKeyOf } from "../idempotency-key-of.ts";
import { type Doors, surface } from "../surface.ts";
import { readerOf } from "../validate.ts";
import { presentError } from "./present-error.ts";
import { reasonToRefuse } from "./reason-to-refuse.ts";
import { type SendgridMail, sendgridMail } from "./schema.ts";
import { foreignContent, isTimed, toSendRequests } from "./to-send-requests.ts";

type SendgridDeps = { sendEmail: SendEmail; sendBatch: SendBatch; checkBatch: CheckBatch };

/** What the SDK `@sendgrid/mail` sends emails with, when its base URL is ours. */
export function sendgridRoutes(deps: SendgridDeps & Doors) {
  return surface({
    ...deps,
    shape: presentError,
    missing,
    routes: (app) => {
      app.post(
        "/v3/mail/send",
        {
          bodyLimit: maxSendBytes,
          config: { permission: "send" },
          schema: { hide: true, body: sendgridMail },
        },
        async (request, reply) => {
          refuseForeign(request.body);
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

/** Sends all or nothing, and gives the id of the first email. */
async function send(
  requests: SendRequest[],
  request: FastifyRequest,
  reply: FastifyReply,
  { sendEmail, sendBatch }: SendgridDeps,
): Promise<string> {
  const [first, ...others] = requests;
  const sender = senderOf(request, reply);
  // Of timed mail, an Idempotency-Key covers what came: what it stands for changes when its time goes by.
  if (first && others.length === 0 && !isTimed(request.body as SendgridMail))
    return (await sendEmail(first, sender, idempotencyKeyOf(request))).id;
  const batch = { emails: requests, mode: "all_or_nothing" as const };
  const { results } = await sendBatch(batch, sender, { ...idempotencyKeyOf(request), asked: request.body });
  return results.flatMap((result) => ("id" in result ? [result.id] : []))[0] ?? "";
}

/** Their sandbox: everything is checked, nothing is sent, and the answer is 200. */
async function sandbox(
  requests: SendRequest[],
  request: FastifyRequest,
  reply: FastifyReply,
  { checkBatch }: SendgridDeps,
) {
  await checkBatch(requests, senderOf(request, reply));
  return reply.code(200).send();
}

const readOurs = readerOf(sendRequest);

function readItem(given: unknown, index: number): SendRequest {
  const read = readOurs(given);
  if ("value" in read) return read.value;
  throw invalid(read.unreadable.map(({ path, message }) => ({ path: `emails[${index}].${path}`, message })));
}

function refuseForeign(mail: SendgridMail): void {
  const refused = reasonToRefuse(mail);
  if (refused) throw invalid([refused]);
  const foreign = foreignContent(mail);
  if (foreign >= 0)
    throw invalid([
      {
        path: `content[${foreign}].type`,
        message: "must be text/plain, text/html or text/calendar, each once; send others as attachments",
      },
    ]);
}

/** The mail would go out in the name of the account itself. */
function refuseSubuser({ headers }: FastifyRequest): void {
  if (headers["on-behalf-of"] !== undefined)
    throw errors.forbidden("Posthouse has no subusers: use an API key of the account that is to send.");
}

function invalid(fields: FieldError[]): AppError {
  return errors.validation_failed(fields[0]?.message ?? "The mail could not be read.", { fields });
}

function missing(path: string): AppError {
  return compatErrors.not_implemented(
    `Posthouse answers /v3/mail/send in SendGrid's way, but not ${path}. See docs/compat.md.`,
  );
}
