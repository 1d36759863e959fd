import { Type } from "typebox";
import { type App, clientSignal, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { emailParams, idempotencyHeaders, senderOf, sendResponse } from "../../emails/index.http.ts";
import { clearInbox, deleteFromInbox, markInbox, restoreInbox } from "../change-inbox.ts";
import { exportInbox } from "../export-inbox.ts";
import { countUnread, findInbox } from "../find-inbox.ts";
import { type ReleaseDeps, releaseEmail } from "../release-email.ts";
import {
  exportInboxQuery,
  idsRequest,
  idsResponse,
  listInboxQuery,
  listInboxResponse,
  markRequest,
  releaseRequest,
  restoreRequest,
  unreadResponse,
} from "./schema.ts";

/** The routes of the inbox, the same for programs (/api/v1) and the dashboard (/api). */
export function inboxRoutes(deps: ReleaseDeps) {
  return async (app: App) => {
    listRoutes(app, deps);
    markRoute(app, deps);
    deleteRoutes(app, deps);
    releaseRoute(app, deps);
  };
}

function listRoutes(app: App, { database }: ReleaseDeps): void {
  app.get(
    "/inbox",
    {
      schema: {
        operationId: "listInbox",
        summary: "List captured emails",
        description:
          "Newest first. Get an email by its id for its content. With `search`, `from` or `subject`, each page searches the next 500 emails, so it may have fewer rows than `limit`, or none, and still a `next_cursor`.",
        querystring: listInboxQuery,
        response: { 200: listInboxResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      findInbox(database, principal.accountId, query, clientSignal(reply)),
  );

  app.get(
    "/inbox/export",
    {
      schema: {
        operationId: "exportInbox",
        summary: "Download captured emails as CSV",
        description:
          "Returns all captured emails, or those that match the filters, newest first. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
        querystring: exportInboxQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, {
        name: "inbox.csv",
        parts: exportInbox(database, principal.accountId, query, clientSignal(reply)),
      }),
  );

  app.get(
    "/inbox/unread",
    {
      schema: {
        operationId: "countUnread",
        summary: "Count unread emails",
        response: { 200: unreadResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async ({ principal }) => countUnread(database, principal.accountId),
  );
}

function markRoute(app: App, { database }: ReleaseDeps): void {
  app.post(
    "/inbox/mark",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "markInbox",
        summary: "Mark emails as read or unread",
        description: "Marks the emails in `ids`, or all. Ids that are not in the inbox are ignored.",
        body: markRequest,
        response: { 200: unreadResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async ({ principal: { accountId }, body: { ids, read } }) =>
      markInbox(database, { accountId, ids, isRead: read }),
  );
}

function deleteRoutes(app: App, { database }: ReleaseDeps): void {
  const changed = { 200: idsResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) };
  app.post(
    "/inbox/delete",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "deleteFromInbox",
        summary: "Delete emails from the inbox",
        description:
          "The emails stay in the list of emails with their history. Ids that are not in the inbox are ignored. Undo it with `POST /api/v1/inbox/restore`.",
        body: idsRequest,
        response: changed,
      },
    },
    async ({ principal: { accountId }, body: { ids } }) => ({
      ids: await deleteFromInbox(database, { accountId, ids }),
    }),
  );

  app.post(
    "/inbox/clear",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "clearInbox",
        summary: "Clear the inbox",
        description:
          "Deletes all emails from the inbox, for example before a test. The emails stay in the list of emails.",
        response: {
          204: Type.Null({ description: "The inbox is empty." }),
          ...errorResponses(401, 403, 503),
        },
      },
    },
    async ({ principal }, reply) => {
      await clearInbox(database, principal.accountId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/inbox/restore",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "restoreInbox",
        summary: "Restore deleted emails",
        description: "Restores the emails in `ids`, or what the last clearing removed.",
        body: restoreRequest,
        response: changed,
      },
    },
    async ({ principal: { accountId }, body: { ids } }) => ({
      ids: await restoreInbox(database, { accountId, ids }),
    }),
  );
}

function releaseRoute(app: App, deps: ReleaseDeps): void {
  app.post(
    "/inbox/:id/release",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "releaseEmail",
        summary: "Send a captured email to a real address",
        description:
          "Sends a new email with the same content to the addresses in `to`. In test mode, only operators, and keys without limits of the first account, can release mail. It is then sent through the oldest enabled relay of the instance. The error is `test_mode` for all others, and if no relay is enabled.",
        params: emailParams,
        headers: idempotencyHeaders,
        body: releaseRequest,
        response: {
          200: sendResponse,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { id, messageId, replayed } = await releaseEmail(
        deps,
        {
          id: request.params.id,
          to: request.body.to,
          idempotencyKey: request.headers["idempotency-key"],
          by: request.principal,
        },
        senderOf(request, reply),
      );
      if (replayed) reply.header("idempotent-replay", "true");
      return { success: true as const, id, status: "queued" as const, message_id: messageId };
    },
  );
}
