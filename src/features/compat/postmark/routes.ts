import { type AppError, errors, type FieldError } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { senderOf } from "../../emails/index.http.ts";
import {
  type BatchItem,
  maxSendBytes,
  type SendBatch,
  type SendEmail,
  sendRequest,
} from "../../emails/index.ts";
import { compatErrors } from "../errors.ts";
import { idempotencyKeyOf } from "../idempotency-key-of.ts";
import { type Doors, surface } from "../surface.ts";
import { readerOf } from "../validate.ts";
import { presentError, presentRefused } from "./present-error.ts";
import { type PostmarkEmail, postmarkBatch, postmarkEmail, sentBatch, sentEmail } from "./schema.ts";
import { takeTokenAsKey } from "./take-token-as-key.ts";
import { repeatedHeader, toSendRequest } from "./to-send-request.ts";

type PostmarkDeps = { sendEmail: SendEmail; sendBatch: SendBatch };

/** What the SDK `postmark` sends emails with, when its request host is ours. */
export function postmarkRoutes(deps: PostmarkDeps & Doors) {
  return surface({
    log: deps.log,
    doors: [takeTokenAsKey, ...deps.doors],
    shape: presentError,
    missing,
    routes: (app) => {
      emailRoute(app, deps);
      batchRoute(app, deps);
    },
  });
}

function emailRoute(app: App, { sendEmail }: PostmarkDeps): void {
  app.post(
    "/email",
    {
      bodyLimit: maxSendBytes,
      config: { permission: "send" },
      schema: { hide: true, body: postmarkEmail, response: { 200: sentEmail } },
    },
    async (request, reply) => {
      const item = readItem(request.body);
      if ("unreadable" in item) throw refusal(item.unreadable);
      const email = await sendEmail(item, senderOf(request, reply), idempotencyKeyOf(request));
      return presentSent(request.body, email.id);
    },
  );
}

function batchRoute(app: App, { sendBatch }: PostmarkDeps): void {
  app.post(
    "/email/batch",
    {
      bodyLimit: maxSendBytes,
      config: { permission: "send" },
      schema: { hide: true, body: postmarkBatch, response: { 200: sentBatch } },
    },
    async (request, reply) => {
      const { results } = await sendBatch(
        { emails: request.body.map(readItem), mode: "per_item" },
        senderOf(request, reply),
        idempotencyKeyOf(request),
      );
      return results.map((result, index) =>
        "id" in result
          ? presentSent(request.body[index] as PostmarkEmail, result.id)
          : presentRefused(result.refused),
      );
    },
  );
}

const readTheirs = readerOf(postmarkEmail);
const readOurs = readerOf(sendRequest);

/** Their email as a request of ours, or what is wrong with it. */
function readItem(given: unknown): BatchItem {
  const theirs = readTheirs(given);
  if ("unreadable" in theirs) return theirs;
  const repeated = repeatedHeader(theirs.value);
  if (repeated) return { unreadable: [repeated] };
  const ours = readOurs(toSendRequest(theirs.value));
  return "unreadable" in ours ? ours : ours.value;
}

function refusal(fields: FieldError[]): AppError {
  const [first] = fields;
  return errors.validation_failed(`${first?.path}: ${first?.message}`, { fields });
}

/** `MessageSendingResponse` of the SDK. */
function presentSent({ To, Cc, Bcc }: PostmarkEmail, id: string) {
  return {
    ...(To ? { To } : {}),
    ...(Cc ? { Cc } : {}),
    ...(Bcc ? { Bcc } : {}),
    SubmittedAt: new Date().toISOString(),
    MessageID: id,
    ErrorCode: 0,
    Message: "OK",
  };
}

function missing(path: string): AppError {
  return compatErrors.not_implemented(
    `Posthouse answers /email and /email/batch in Postmark's way, but not ${path}. See docs/compat.md.`,
  );
}
