import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { errors } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { loadOptions, sendAttachment } from "../../emails/index.http.ts";
import { type EmailDetail, loadAttachment, loadDetail } from "../../emails/index.ts";
import { linkTo, readLink } from "./attachment-link.ts";
import type { ResendDeps } from "./deps.ts";
import { attachmentParams, idParams, listOf, pageQuery } from "./email-schema.ts";
import { cutList } from "./pages.ts";

const attachmentFields = {
  id: Type.String(),
  filename: Type.String(),
  size: Type.Integer(),
  content_type: Type.String(),
  content_disposition: Type.Union([Type.Literal("inline"), Type.Literal("attachment")]),
  content_id: Type.Optional(Type.String()),
  download_url: Type.String(),
  expires_at: Type.String(),
};
const listedAttachment = Type.Object(attachmentFields);
const shownAttachment = Type.Object({ object: Type.Literal("attachment"), ...attachmentFields });

/** An attachment's id is its index in the email. */
export function attachmentRoutes(app: App, deps: ResendDeps): void {
  const { database } = deps;
  app.get(
    "/emails/:id/attachments",
    {
      schema: {
        hide: true,
        params: idParams,
        querystring: pageQuery,
        response: { 200: listOf(listedAttachment) },
      },
    },
    async (request, reply) => {
      const { principal, params, query } = request;
      const wanted = { id: params.id, ...loadOptions(reply) };
      const detail = await loadDetail(database, principal.accountId, wanted);
      const indexes = detail.attachments.map((_, index) => index);
      const page = cutList(indexes, query, (index, id) => index - Number(id));
      return { ...page, data: page.data.map((index) => presentAttachment(request, deps, { detail, index })) };
    },
  );

  app.get(
    "/emails/:id/attachments/:attachment",
    { schema: { hide: true, params: attachmentParams, response: { 200: shownAttachment } } },
    async (request, reply) => {
      const { principal, params } = request;
      const wanted = { id: params.id, ...loadOptions(reply) };
      const detail = await loadDetail(database, principal.accountId, wanted);
      const index = detail.attachments.findIndex((_, at) => String(at) === params.attachment);
      if (index < 0) throw errors.not_found("The email has no attachment with this id.");
      return { object: "attachment" as const, ...presentAttachment(request, deps, { detail, index }) };
    },
  );
}

const linkParams = Type.Object({ token: Type.String({ maxLength: 400 }) });

/** This route needs no key: the link itself is the credential. */
export function downloadRoute(app: App, { database }: ResendDeps): void {
  app.get("/downloads/:token", { schema: { hide: true, params: linkParams } }, async (request, reply) => {
    const linked = await readLink(database, request);
    if (!linked) throw errors.not_found("This link to an attachment is invalid or has expired.");
    const wanted = { ...linked, ...loadOptions(reply, linked.accountId) };
    return sendAttachment(reply, await loadAttachment(database, linked.accountId, wanted));
  });
}

type Place = { detail: EmailDetail; index: number };

/** `AttachmentData` of the SDK. */
function presentAttachment(
  request: FastifyRequest,
  { baseUrl }: ResendDeps,
  { detail, index }: Place,
): Static<typeof listedAttachment> {
  const attachment = detail.attachments[index];
  if (!attachment) throw errors.not_found("The email has no attachment with this id.");
  const { token, expiresAt } = linkTo(request, { id: detail.id, index });
  return {
    id: String(index),
    filename: attachment.filename,
    size: attachment.size_bytes,
    content_type: attachment.content_type,
    content_disposition: attachment.content_id === null ? "attachment" : "inline",
    ...(attachment.content_id !== null && { content_id: attachment.content_id }),
    download_url: `${baseUrl}/compat/resend/downloads/${token}`,
    expires_at: expiresAt.toISOString(),
  };
}
