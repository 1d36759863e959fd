import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";

/** Form encoding can triple the size. Larger HTML is not a draft written by hand. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

/**
 * Returns HTML that is not stored yet as a page for the preview frame. A form posts it into the frame, because the policy that makes it
 * harmless must be a header, and a `srcdoc` would inherit the policy of the surrounding page.
 */
export function draftPreviewRoute(app: App): void {
  // In a scope of its own, because no other route accepts forms.
  app.register((scope, _options, done) => {
    readForms(scope);
    previewRoute(scope);
    done();
  });
}

function readForms(app: App): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

function previewRoute(app: App): void {
  app.post(
    "/emails/preview",
    {
      bodyLimit: MAX_FORM_BYTES,
      schema: {
        operationId: "previewDraft",
        summary: "Render draft HTML as a page for a sandboxed frame",
        tags: ["Dashboard"],
        consumes: ["application/x-www-form-urlencoded"],
        querystring: Type.Object(
          { images: Type.Optional(Type.Literal("1", { description: "Load remote images." })) },
          { additionalProperties: false },
        ),
        body: Type.Object({ html: Type.String() }, { additionalProperties: false }),
        response: { 200: Type.String(), ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
        produces: ["text/html"],
      },
    },
    async (request, reply) =>
      reply
        .header("content-security-policy", previewPolicy({ images: request.query.images === "1" }))
        .header("x-frame-options", "SAMEORIGIN")
        .type("text/html; charset=utf-8")
        .send(request.body.html),
  );
}

/** The HTML of an email runs no script, loads only images that the reader allowed, and has no origin. */
export function previewPolicy({ images }: { images: boolean }): string {
  const imageSources = images ? "data: https: http:" : "data:";
  return `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${imageSources}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;
}
