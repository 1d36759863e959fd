import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import type { EmailRow } from "../messages/email-row.ts";
import { type Hold, loadBodies, loadMessageContents } from "../messages/message-contents.ts";
import { showRaw } from "../messages/raw-messages.ts";
import { renderMessage } from "../messages/render-message.ts";
import { findEmail } from "../read/load-detail.ts";
import { emailParams } from "../read/schema.ts";
import { type PreviewTheme, withTheme } from "../read/with-theme.ts";
import { previewPolicy } from "./draft-preview-route.ts";
import { loadOptions } from "./load-options.ts";

export function messageRoutes(app: App, database: Database): void {
  app.get(
    "/emails/:id/preview",
    {
      schema: {
        operationId: "previewEmail",
        summary: "Render the HTML of an email as a page for a sandboxed frame",
        tags: ["Dashboard"],
        params: emailParams,
        querystring: Type.Object(
          {
            images: Type.Optional(Type.Literal("1", { description: "Load remote images." })),
            theme: Type.Optional(
              Type.Unsafe<PreviewTheme>({
                type: "string",
                enum: ["light", "dark"],
                description:
                  "Apply the message's styles for a mail client with this theme. Default: those for the browser's.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.String(), ...errorResponses(401, 403, 404, 503) },
        produces: ["text/html"],
      },
    },
    async (request, reply) => {
      const email = await findEmail(database, request.principal.accountId, request.params.id);
      const { images, theme } = request.query;
      const html =
        (await htmlOf(database, request.principal.accountId, { email, ...loadOptions(reply) })) ?? "";
      return reply
        .header("content-security-policy", previewPolicy({ images: images === "1" }))
        .header("x-frame-options", "SAMEORIGIN")
        .type("text/html; charset=utf-8")
        .send(theme === undefined ? html : withTheme(html, theme));
    },
  );

  app.get(
    "/emails/:id/source",
    {
      schema: {
        operationId: "getEmailSource",
        summary: "Get the source of the message as it is sent",
        tags: ["Dashboard"],
        params: emailParams,
        response: {
          200: Type.Unsafe<Buffer>({ type: "string" }),
          ...errorResponses(401, 403, 404, 409, 503),
        },
        produces: ["text/plain"],
      },
    },
    async (request, reply) => {
      const email = await findEmail(database, request.principal.accountId, request.params.id);
      const { hold } = loadOptions(reply);
      const contents = await loadMessageContents(database, request.principal.accountId, { email, hold });
      return reply.type("text/plain; charset=utf-8").send(await renderMessage(email, contents));
    },
  );
}

async function htmlOf(
  database: Database,
  accountId: string,
  { email, signal, hold }: { email: EmailRow; signal: AbortSignal; hold: Hold },
): Promise<string | null> {
  const bodies = await loadBodies(database, accountId, { email, hold });
  if (!bodies?.raw) return bodies?.html?.toString() ?? null;
  const shown = await showRaw({ accountId, hash: email.raw_hash ?? "", raw: bodies.raw, signal });
  if ("unreadable" in shown) return `<p>This message cannot be shown. ${shown.unreadable}</p>`;
  return shown.html;
}
