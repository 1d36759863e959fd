import { Type } from "typebox";
import type { Database } from "../../platform/db/index.ts";
import { type App, errorResponses } from "../../platform/http/index.ts";
import { isId } from "../../platform/ids/index.ts";
import type { AcceptEmail } from "./accept-email.ts";
import { emailErrors } from "./errors.ts";
import { findEmails } from "./find-emails.ts";
import { presentDetail } from "./present-email.ts";
import { loadEmail, loadEvents, loadRecipients } from "./queries.ts";
import { renderMessage } from "./render-message.ts";
import {
  emailDetail,
  emailParams,
  listEmailsQuery,
  listEmailsResponse,
  sendRequest,
  sendResponse,
} from "./schema.ts";

/** contract.md: "The body is at most 40 MB." */
const maxSendBytes = 40 * 1024 * 1024;

/** `POST /send`: for programs, with an API key. */
export function sendRoutes({ acceptEmail }: { acceptEmail: AcceptEmail }) {
  return async (app: App) => {
    app.post(
      "/send",
      {
        bodyLimit: maxSendBytes,
        schema: {
          operationId: "sendEmail",
          summary: "Send an email",
          description:
            "Answers after the email and its queue rows are durable. What becomes of it: `GET /api/v1/emails/{id}`.",
          tags: ["Emails"],
          body: sendRequest,
          response: { 200: sendResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const email = await acceptEmail(request.body, request.principal);
        return { success: true as const, id: email.id, status: "queued" as const };
      },
    );
  };
}

/** Reading emails: the same for programs and for the dashboard, which may also look at the message itself. */
export function emailRoutes({ database, surface }: { database: Database; surface: "v1" | "dashboard" }) {
  const operation = (name: string) => (surface === "v1" ? name : `${name}ForDashboard`);
  const tags = [surface === "v1" ? "Emails" : "Dashboard"];
  return async (app: App) => {
    app.get(
      "/emails",
      {
        schema: {
          operationId: operation("listEmails"),
          summary: "List emails",
          tags,
          querystring: listEmailsQuery,
          response: { 200: listEmailsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async (request) => findEmails(database, request.principal.accountId, request.query),
    );

    app.get(
      "/emails/:id",
      {
        schema: {
          operationId: operation("getEmail"),
          summary: "Get an email with its recipients and their events",
          tags,
          params: emailParams,
          response: { 200: emailDetail, ...errorResponses(401, 403, 404, 503) },
        },
      },
      async (request) => {
        const email = await findEmail(database, request.principal.accountId, request.params.id);
        const [{ recipients, status }, events] = await Promise.all([
          loadRecipients(database, request.principal.accountId, email.id),
          loadEvents(database, request.principal.accountId, email.id),
        ]);
        return presentDetail(email, status, recipients, events);
      },
    );

    if (surface === "dashboard") messageRoutes(app, database);
  };
}

/** A mail's own HTML runs no script, loads nothing but what the reader allowed, and has no origin (checklist K1). */
function previewPolicy({ images }: { images: boolean }): string {
  const imageSources = images ? "data: https: http:" : "data:";
  return `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${imageSources}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;
}

function messageRoutes(app: App, database: Database): void {
  app.get(
    "/emails/:id/preview",
    {
      schema: {
        operationId: "previewEmail",
        summary: "The HTML of an email as a page for a sandboxed frame",
        tags: ["Dashboard"],
        params: emailParams,
        querystring: Type.Object(
          { images: Type.Optional(Type.Literal("1", { description: "Load remote images." })) },
          { additionalProperties: false },
        ),
        response: { 200: Type.String(), ...errorResponses(401, 403, 404, 503) },
        produces: ["text/html"],
      },
    },
    async (request, reply) => {
      const email = await findEmail(database, request.principal.accountId, request.params.id);
      return reply
        .header("content-security-policy", previewPolicy({ images: request.query.images === "1" }))
        .header("x-frame-options", "SAMEORIGIN")
        .type("text/html; charset=utf-8")
        .send(email.html ?? "");
    },
  );

  app.get(
    "/emails/:id/source",
    {
      schema: {
        operationId: "getEmailSource",
        summary: "The message as it goes over the wire",
        tags: ["Dashboard"],
        params: emailParams,
        response: { 200: Type.Unsafe<Buffer>({ type: "string" }), ...errorResponses(401, 403, 404, 503) },
        produces: ["text/plain"],
      },
    },
    async (request, reply) => {
      const email = await findEmail(database, request.principal.accountId, request.params.id);
      return reply.type("text/plain; charset=utf-8").send(renderMessage(email));
    },
  );
}

async function findEmail(database: Database, accountId: string, id: string) {
  const email = isId(id) ? await loadEmail(database, accountId, id) : null;
  if (!email) throw emailErrors.email_not_found("There is no such email in this account.");
  return email;
}
