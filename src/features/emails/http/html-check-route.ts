import { type Static, Type } from "typebox";
import { CLIENT_FAMILIES, type HtmlCheck } from "../../../mail/client-support/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { checkEmailHtml } from "../inspect/check-email-html.ts";
import { emailParams } from "../read/schema.ts";
import { loadOptions } from "./load-options.ts";

const shares = {
  supported: Type.Number({ description: "Percentage that is supported." }),
  partial: Type.Number({ description: "Percentage that is partly supported." }),
  unsupported: Type.Number({ description: "Percentage that is not supported." }),
};

const checkedFeature = Type.Object({
  slug: Type.String({ examples: ["css-display-flex"] }),
  title: Type.String({ examples: ["display:flex"] }),
  category: Type.Unsafe<"html" | "css" | "image" | "others">({
    type: "string",
    enum: ["html", "css", "image", "others"],
  }),
  url: Type.String({ description: "The page of Can I email about the feature." }),
  count: Type.Integer({ description: "How often the HTML uses it." }),
  lines: Type.Array(Type.Integer(), { description: "The first lines of the HTML that use it." }),
  ...shares,
  clients: Type.Array(
    Type.Object({
      id: Type.String(),
      support: Type.Unsafe<"partial" | "unsupported">({ type: "string", enum: ["partial", "unsupported"] }),
      note: Type.Union([Type.String(), Type.Null()]),
    }),
    { description: "The clients that do not support it completely." },
  ),
});

const htmlCheckResponse = Type.Object({
  ...shares,
  feature_count: Type.Integer({ description: "The number of features that the HTML uses." }),
  truncated: Type.Boolean({ description: "Only the first 300,000 characters of the HTML were checked." }),
  tested_until: Type.String({ format: "date", description: "The date of the newest test in the data." }),
  features: Type.Array(checkedFeature, {
    description: "The features that some client does not support completely, the worst first.",
  }),
  clients: Type.Array(
    Type.Object({
      id: Type.String({ description: "Family and platform.", examples: ["outlook.windows"] }),
      family: Type.String({ examples: ["Outlook"] }),
      platform: Type.String({ examples: ["Windows"] }),
      ...shares,
    }),
  ),
});

export function htmlCheckRoute(app: App, { database }: { database: Database }): void {
  app.get(
    "/emails/:id/html-check",
    {
      schema: {
        operationId: "checkHtml",
        summary: "Check the HTML of an email against mail clients",
        description:
          "Finds the features of HTML and CSS that some mail clients do not support, from the tests of [Can I email](https://www.caniemail.com). In the percentages, each feature counts once for each client in which it was tested. For an email without HTML, `supported` is 100.",
        params: emailParams,
        querystring: Type.Object(
          {
            clients: Type.Optional(
              Type.String({
                maxLength: 300,
                description: `Only these clients, separated by commas: ${CLIENT_FAMILIES.map((family) => `\`${family}\``).join(", ")}.`,
                examples: ["gmail,outlook,apple-mail"],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: htmlCheckResponse, ...errorResponses(401, 403, 404, 409, 422, 503) },
      },
    },
    async ({ principal, params, query }, reply) =>
      presentCheck(
        await checkEmailHtml(database, principal.accountId, {
          id: params.id,
          clients: query.clients ?? "",
          ...loadOptions(reply),
        }),
      ),
  );
}

function presentCheck({
  featureCount,
  isCut,
  testedUntil,
  ...check
}: HtmlCheck): Static<typeof htmlCheckResponse> {
  return { ...check, feature_count: featureCount, truncated: isCut, tested_until: testedUntil };
}
