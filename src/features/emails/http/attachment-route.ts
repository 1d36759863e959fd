import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { loadAttachment } from "../read/load-attachment.ts";
import { attachmentParams } from "../read/schema.ts";
import { loadOptions } from "./load-options.ts";

/**
 * Downloads an attachment. It is never displayed on this origin, whatever its type (K3): the headers make browsers save it as untyped
 * bytes.
 */
export function attachmentRoute(app: App, { database }: { database: Database }): void {
  app.get(
    "/emails/:id/attachments/:index",
    {
      schema: {
        operationId: "getAttachment",
        summary: "Download an attachment",
        params: attachmentParams,
        response: {
          200: Type.Unsafe<Buffer>({ type: "string" }),
          ...errorResponses(401, 403, 404, 409, 503),
        },
        produces: ["application/octet-stream"],
      },
    },
    async (request, reply) => {
      const { id, index } = request.params;
      return sendAttachment(
        reply,
        await loadAttachment(database, request.principal.accountId, {
          id,
          index,
          ...loadOptions(reply),
        }),
      );
    },
  );
}

export function sendAttachment(
  reply: FastifyReply,
  { filename, bytes }: { filename: string; bytes: Buffer },
): FastifyReply {
  return reply
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeRfc5987(filename)}`)
    .header("content-security-policy", "sandbox; default-src 'none'")
    .type("application/octet-stream")
    .send(bytes);
}

/** RFC 8187 §3.2.1: encodeURIComponent leaves four characters that a header parameter may not contain. */
function encodeRfc5987(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
}
