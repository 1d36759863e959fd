/**
 * TypeScript types of an API's operations, from the server's OpenAPI document: `sendEmail` becomes `SendEmailBody`,
 * `SendEmailQuery` and `SendEmailResponse`. Supports the part of JSON Schema that the document uses and throws on the rest.
 */
import { type Schema, TypeWriter } from "./type-writer.ts";

type Content = { content?: { "application/json"?: { schema: Schema } } };
type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema };
type Operation = {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};
type Declaration = { name: string; summary: string; schemas: Schema[] };

const HEADER = "/** Generated from the API's OpenAPI document by `npm run generate`. Do not edit. */\n";

/** `isIncluded` selects operations by their path. */
export function renderTypes(document: ApiDocument, isIncluded: (path: string) => boolean): string {
  const declarations = Object.entries(document.paths)
    .filter(([path]) => isIncluded(path))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(declarationsOf);
  const writer = new TypeWriter({ components: document.components?.schemas ?? {} });
  for (const { name, schemas } of declarations)
    if (schemas[0] && schemas.length === 1) writer.know(name, schemas[0]);
  return HEADER + declarations.map((declaration) => render(declaration, writer)).join("");
}

function declarationsOf(operation: Operation): Declaration[] {
  const { operationId, summary = operationId, parameters = [], requestBody, responses } = operation;
  const name = typeNameOf(operationId);
  const body = requestBody?.content?.["application/json"]?.schema;
  const query = parameters.filter((parameter) => parameter.in === "query");
  const successes = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content }]) => content?.["application/json"]?.schema ?? []);
  return [
    ...(body ? [{ name: `${name}Body`, summary: `${summary}: the request.`, schemas: [body] }] : []),
    ...(query.length > 0
      ? [{ name: `${name}Query`, summary: `${summary}: the query.`, schemas: [objectOf(query)] }]
      : []),
    ...(successes.length > 0
      ? [{ name: `${name}Response`, summary: `${summary}: the response.`, schemas: successes }]
      : []),
  ];
}

/** Operation ids are unique, so one that exists under /api/v1 too has the suffix; types need none. */
function typeNameOf(operationId: string): string {
  const name = operationId.replace(/ForDashboard$/, "");
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function objectOf(parameters: Parameter[]): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function render({ name, summary, schemas }: Declaration, writer: TypeWriter): string {
  const types = schemas.map((schema) => writer.write(schema, { within: name, depth: 0 }));
  return `\n/** ${summary} */\nexport type ${name} = ${[...new Set(types)].join(" | ")};\n`;
}
