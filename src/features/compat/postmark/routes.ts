import type { Database } from "../../../platform/db/index.ts";
import { type AppError, errors, type FieldError, orThrow } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { senderOf } from "../../emails/index.http.ts";
import {
  type BatchItem,
  MAIL_ROUTE,
  type SendDeps,
  sendBatch,
  sendEmail,
  sendRequest,
} from "../../emails/index.ts";
import { compatErrors } from "../errors.ts";
import { idempotencyKeyOf } from "../idempotency-key-of.ts";
import { type SurfaceHooks, surface } from "../surface.ts";
import { readerOf } from "../validate.ts";
import { presentError, presentRefused } from "./present-error.ts";
import { readerStatsRoutes } from "./reader-stats-routes.ts";
import { type PostmarkEmail, postmarkBatch, postmarkEmail, sentBatch, sentEmail } from "./schema.ts";
import { statsRoutes } from "./stats-routes.ts";
import { takeTokenAsKey } from "./take-token-as-key.ts";
import { reasonToRefuse, toSendRequest } from "./to-send-request.ts";

/** The routes with which the SDK `postmark` sends emails and reads statistics when its request host is this server. */
export function postmarkRoutes(deps: SendDeps & SurfaceHooks & { database: Database }) {
  return surface({
    log: deps.log,
    hooks: { ...deps.hooks, onRequest: [takeTokenAsKey, ...deps.hooks.onRequest] },
    shape: presentError,
    missing,
    routes: (app) => {
      emailRoute(app, deps);
      batchRoute(app, deps);
      statsRoutes(app, deps);
      readerStatsRoutes(app, deps);
    },
  });
}

function emailRoute(app: App, deps: SendDeps): void {
  app.post(
    "/email",
    {
      ...MAIL_ROUTE,
      config: { permission: "send" },
      schema: { hide: true, body: postmarkEmail, response: { 200: sentEmail } },
    },
    async (request, reply) => {
      const item = readItem(request.body);
      if ("unreadable" in item) throw refusal(item.unreadable);
      const sender = senderOf(request, reply);
      const email = orThrow(await sendEmail(deps, item, sender, idempotencyKeyOf(request)));
      return presentSent(request.body, email.id);
    },
  );
}

function batchRoute(app: App, deps: SendDeps): void {
  app.post(
    "/email/batch",
    {
      ...MAIL_ROUTE,
      config: { permission: "send" },
      schema: { hide: true, body: postmarkBatch, response: { 200: sentBatch } },
    },
    async (request, reply) => {
      const batch = { emails: request.body.map(readItem), mode: "per_item" } as const;
      const sender = senderOf(request, reply);
      const { results } = orThrow(await sendBatch(deps, batch, sender, idempotencyKeyOf(request)));
      return results.map((result, index) =>
        "id" in result
          ? presentSent(request.body[index] as PostmarkEmail, result.id)
          : presentRefused(result.refused),
      );
    },
  );
}

const readPostmarkEmail = readerOf(postmarkEmail);
const readSendRequest = readerOf(sendRequest);

/** Converts a Postmark email to a send request, or returns its problems. */
function readItem(input: unknown): BatchItem {
  const email = readPostmarkEmail(input);
  if ("unreadable" in email) return email;
  const refused = reasonToRefuse(email.value);
  if (refused) return { unreadable: [refused] };
  const request = readSendRequest(toSendRequest(email.value));
  return "unreadable" in request ? request : request.value;
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
    `Posthouse's Postmark-compatible API supports /email, /email/batch and /stats/outbound, but not ${path}. See docs/compat.md.`,
  );
}
