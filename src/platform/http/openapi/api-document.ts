/** The OpenAPI 3.1 document of all routes below /api, generated from their schemas. */
import type { FastifySchema, RouteOptions } from "fastify";
import { errorBody } from "../schemas.ts";
import type { ApiDescription } from "./api-description.ts";

export type DocumentedRoute = Pick<RouteOptions, "method" | "url"> & { schema: FastifySchema };
export type ApiDocument = { paths: Record<string, Record<string, { responses: Answers }>> };

type Source = { routes: readonly DocumentedRoute[]; description: ApiDescription };

/**
 * Generated once, at the first request: the generator is loaded into a temporary server that has the same routes and never
 * listens, so that it costs neither start time nor memory.
 */
export async function makeApiDocument({ routes, description }: Source): Promise<ApiDocument> {
  const [{ fastify }, { default: swagger }] = await Promise.all([
    import("fastify"),
    import("@fastify/swagger"),
  ]);
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: "3.1.0",
      info: {
        title: description.title,
        version: description.version,
        description: description.introduction,
      },
      // Relative, because the page must work under every host name of the instance.
      servers: [{ url: "/" }],
      tags: description.tags ?? [],
      components: { securitySchemes: description.securitySchemes, schemas: { Error: errorBody } },
    },
  });
  for (const { method, url, schema } of routes)
    app.route({
      method,
      url,
      schema: withSecurity(schema, description.securityOf(url)),
      handler: () => undefined,
    });
  await app.ready();
  const document = app.swagger() as unknown as ApiDocument;
  await app.close();
  for (const answers of answersOf(document)) shortenAnswers(answers);
  return document;
}

type Answer = { description: string; content?: { "application/json"?: { schema: unknown } } };
type Answers = Record<string, Answer>;

function answersOf(document: ApiDocument): Answers[] {
  return Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ responses }) => responses);
}

/** Replaces error schemas by references, because all errors have the same shape and would be nine tenths of the document. */
function shortenAnswers(answers: Answers): void {
  for (const [status, answer] of Object.entries(answers)) {
    const json = answer.content?.["application/json"];
    if (Number(status) >= 400 && json) json.schema = { $ref: "#/components/schemas/Error" };
    if (answer.description === "Default Response") answer.description = "Success.";
  }
}

function withSecurity(schema: FastifySchema, schemes: string[]): FastifySchema {
  return { ...schema, security: schemes.map((scheme) => ({ [scheme]: [] })) };
}
