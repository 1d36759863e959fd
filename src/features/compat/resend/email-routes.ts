import { orThrow } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { loadOptions, senderOf } from "../../emails/index.http.ts";
import {
  type BatchItem,
  cancelEmail,
  loadDetail,
  MAIL_ROUTE,
  pageEmails,
  rescheduleEmail,
  sendBatch,
  sendEmail,
} from "../../emails/index.ts";
import { compatErrors } from "../errors.ts";
import { idempotencyKeyOf } from "../idempotency-key-of.ts";
import { readerOf } from "../validate.ts";
import type { ResendDeps } from "./deps.ts";
import {
  batchBody,
  batchHeaders,
  idParams,
  listedEmail,
  listOf,
  namedEmail,
  pageQuery,
  rescheduleBody,
  resendEmail,
  sentBatch,
  sentEmail,
  storedEmail,
} from "./email-schema.ts";
import { readPage } from "./pages.ts";
import { presentEmail, presentListedEmail } from "./present-email.ts";
import { reasonNotToSend, toSendRequest, unifyEmail } from "./read-email.ts";
import { refuseOtherThan } from "./refuse-other-than.ts";

export function sendRoutes(app: App, deps: ResendDeps): void {
  app.post(
    "/emails",
    {
      ...MAIL_ROUTE,
      config: { permission: "send", packsByteArrays: true },
      preValidation: async (request) => {
        const email = unifyEmail(request.body);
        // Before the validation, because an email with a template has no subject.
        const reason = reasonNotToSend(email);
        if (reason) throw compatErrors.not_implemented(reason.message);
        request.body = email as never;
      },
      schema: { hide: true, body: resendEmail, response: { 200: sentEmail } },
    },
    async (request, reply) => {
      const sending = toSendRequest(request.body);
      const sender = senderOf(request, reply);
      const email = orThrow(await sendEmail(deps, sending, sender, idempotencyKeyOf(request)));
      if (email.replayed) reply.header("idempotent-replay", "true");
      return { id: email.id };
    },
  );

  app.post(
    "/emails/batch",
    {
      ...MAIL_ROUTE,
      config: { permission: "send", packsByteArrays: true },
      schema: { hide: true, headers: batchHeaders, body: batchBody, response: { 200: sentBatch } },
    },
    async (request, reply) => {
      const isPermissive = request.headers["x-batch-validation"] === "permissive";
      const mode = isPermissive ? "per_item" : "all_or_nothing";
      const emails = request.body.map(unifyEmail);
      if (!isPermissive) refuseUnsupported(emails);
      const batch = { emails: emails.map(readItem), mode } as const;
      const sender = senderOf(request, reply);
      const { results, replayed } = orThrow(await sendBatch(deps, batch, sender, idempotencyKeyOf(request)));
      if (replayed) reply.header("idempotent-replay", "true");
      const data = results.flatMap((result) => ("id" in result ? [{ id: result.id }] : []));
      if (!isPermissive) return { data };
      const errors = results.flatMap((result, index) =>
        "refused" in result ? [{ index, message: result.refused.message }] : [],
      );
      return { data, errors };
    },
  );
}

/** As for a single email. */
function refuseUnsupported(emails: unknown[]): void {
  for (const [index, email] of emails.entries()) {
    const reason = reasonNotToSend(email);
    if (reason) throw compatErrors.not_implemented(`emails[${index}]: ${reason.message}`);
  }
}

const readEmail = readerOf(resendEmail);

function readItem(email: unknown): BatchItem {
  const reason = reasonNotToSend(email);
  if (reason) return { unreadable: [reason] };
  const parsed = readEmail(email);
  return "unreadable" in parsed ? parsed : toSendRequest(parsed.value);
}

export function emailRoutes(app: App, { database }: ResendDeps): void {
  app.get(
    "/emails",
    { schema: { hide: true, querystring: pageQuery, response: { 200: listOf(listedEmail) } } },
    async ({ principal, query }) => {
      const { emails, hasMore } = await pageEmails(database, principal.accountId, readPage(query));
      const now = new Date();
      const data = emails.map((email) => presentListedEmail(email, now));
      return { object: "list" as const, has_more: hasMore, data };
    },
  );

  app.get(
    "/emails/:id",
    { schema: { hide: true, params: idParams, response: { 200: storedEmail } } },
    async ({ principal, params }, reply) => {
      const wanted = { id: params.id, ...loadOptions(reply) };
      return presentEmail(await loadDetail(database, principal.accountId, wanted), new Date());
    },
  );

  app.patch(
    "/emails/:id",
    {
      config: { allowsLimitedKeys: true },
      schema: { hide: true, params: idParams, body: rescheduleBody, response: { 200: namedEmail } },
    },
    async ({ principal, params, body }) => {
      refuseOtherThan(params.id, { id: body.id, email_id: body.email_id });
      await rescheduleEmail(database, principal, { id: params.id, scheduledAt: body.scheduled_at });
      return { object: "email" as const, id: params.id };
    },
  );

  app.post(
    "/emails/:id/cancel",
    {
      config: { allowsLimitedKeys: true },
      schema: { hide: true, params: idParams, response: { 200: namedEmail } },
    },
    async ({ principal, params }) => {
      await cancelEmail(database, principal, params.id);
      return { object: "email" as const, id: params.id };
    },
  );
}
