import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { previewPolicy } from "./preview-policy.ts";

/** Form encoding makes up to three bytes of one; HTML beyond this is no draft that somebody writes by hand. */
const maxFormBytes = 8 * 1024 * 1024;

/**
 * HTML that is not stored yet, as a page for the frame of a stored email's preview. A form posts it into that frame, for the
 * policy that makes it harmless has to come as a header, and a page's own policy would follow it into a `srcdoc`.
 */
export function draftPreviewRoute(app: App): void {
  // In a scope of its own: nothing else takes forms.
  app.register((scope, _options, done) => {
    readForms(scope);
    previewRoute(scope);
    done();
  });
}

function readForms(app: App): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

function previewRoute(app: App): void {
  app.post(
    "/emails/preview",
    {
      bodyLimit: maxFormBytes,
      schema: {
        operationId: "previewDraft",
        summary: "HTML that is being written as a page for a sandboxed frame",
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
