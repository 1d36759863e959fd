import { curlOf } from "./api-examples.ts";
import { type ApiCall, callsOf, firstOf, type OpenApiDocument, type Operation } from "./api-operation.ts";
import { CLIENT_CALLS } from "./client-calls.ts";
import { fieldRows, meaningOf, typeOf } from "./field-rows.ts";
import { GENERATED, type ReferencePage, table } from "./generated-page.ts";

const isPublic = ({ path }: ApiCall): boolean => path.startsWith("/api/v1/");

/** The pages of docs/api: one for each resource of the public API, and one for the dashboard's own paths. */
export function apiPages(document: OpenApiDocument): ReferencePage[] {
  const calls = callsOf(document);
  const open = calls.filter(isPublic);
  const tags = document.tags.filter(({ name }) => open.some(({ operation }) => operation.tags[0] === name));
  const pages = tags.map(({ name, description }) => ({
    path: `docs/api/${slugOf(name)}.md`,
    content: resourcePage(
      name,
      description,
      open.filter(({ operation }) => operation.tags[0] === name),
    ),
  }));
  const index = { path: "docs/api/index.md", content: indexPage(tags, open) };
  const dashboard = {
    path: "docs/api/dashboard.md",
    content: dashboardPage(calls.filter((call) => !isPublic(call))),
  };
  return [index, ...pages, dashboard];
}

const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(" ", "-");

function indexPage(tags: OpenApiDocument["tags"], calls: ApiCall[]): string {
  const sections = tags.map(({ name, description }) => {
    const rows = calls
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ method, path, operation }) => [
        `\`${method} ${path}\``,
        `[${operation.summary}](${slugOf(name)}.md#${anchorOf(operation)})`,
      ]);
    return `## ${name}\n\n${description}\n\n${table(["path", "action"], rows)}`;
  });
  return `# API reference\n\n${GENERATED}${INDEX_INTRODUCTION}\n\n${sections.join("\n")}`;
}

const INDEX_INTRODUCTION = `Programs call the paths under \`/api/v1\` with an API key: \`Authorization: Bearer ph_…\`. Create keys in the dashboard, or with \`posthouse keys create\`.

- Bodies are JSON in UTF-8. Fields are \`snake_case\`, times are ISO 8601 in UTC, and unknown fields are rejected.
- Every response has an \`X-Request-Id\`. An [error](../reference/errors.md) has a stable \`code\` and a \`message\` that says what to do next.
- Lists are paged: pass the \`next_cursor\` of one page as \`cursor\` to get the next.
- A send request with an \`Idempotency-Key\` can be repeated without sending twice ([how](../guides/idempotency-and-retries.md)).

The examples for Node.js use the client \`@posthouse/client\`. It is not on npm yet: until it is, build it in a clone with \`npm run release -- --draft\`, and install \`release/posthouse-client-0.1.0.tgz\`. Afterwards, \`npm install @posthouse/client\` installs it:

\`\`\`js
import { Posthouse } from "@posthouse/client";

const posthouse = new Posthouse(process.env.POSTHOUSE_API_KEY, { baseUrl: "http://localhost:3000" });
\`\`\`

\`/openapi.json\` describes the API for code generators and API clients.`;

function resourcePage(title: string, description: string, calls: ApiCall[]): string {
  return `# ${title}\n\n${GENERATED}${description}\n\n${calls.map(operationSection).join("\n")}`;
}

const anchorOf = ({ summary }: Operation): string =>
  summary
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(/\s/g, "-");

function operationSection(call: ApiCall): string {
  const { method, path, operation } = call;
  return [
    `## ${operation.summary}\n`,
    `\`${method} ${path}\`\n`,
    ...(operation.description ? [`${operation.description}\n`] : []),
    `${examplesOf(call)}\n`,
    ...parametersOf(operation),
    ...bodyOf(operation),
    ...responseOf(operation),
  ].join("\n");
}

function examplesOf(call: ApiCall): string {
  const curl = `#### curl\n\n\`\`\`sh\n${curlOf(call)}\n\`\`\``;
  const client = CLIENT_CALLS[call.operation.operationId];
  const second = client ? `\n\n#### Node.js client\n\n\`\`\`js\n${client}\n\`\`\`` : "";
  return `<!-- tabs: Example -->\n\n${curl}${second}\n\n<!-- /tabs -->`;
}

function parametersOf({ parameters = [] }: Operation): string[] {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => [
    `\`${name}\``,
    place,
    typeOf(schema),
    meaningOf({ ...schema, ...(description ? { description } : {}) }, required === true && place !== "path"),
  ]);
  return rows.length === 0 ? [] : [`${table(["parameter", "in", "type", "meaning"], rows)}`];
}

function bodyOf({ requestBody }: Operation): string[] {
  const rows = fieldRows(firstOf(requestBody?.content)?.[1].schema ?? {}, { marksRequired: true });
  return rows.length === 0 ? [] : [`${table(["field of the body", "type", "meaning"], rows)}`];
}

function responseOf({ responses }: Operation): string[] {
  const [type, body] = firstOf(responses[200]?.content ?? responses[201]?.content) ?? [];
  if (!type || !body) return [];
  if (type !== "application/json") return [`The response is \`${type}\`.\n`];
  const example = body.example ?? body.schema.examples?.[0];
  const rows = fieldRows(body.schema, { marksRequired: false });
  return [
    ...(rows.length === 0 ? [] : [table(["field of the response", "type", "meaning"], rows)]),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`]),
  ];
}

function dashboardPage(calls: ApiCall[]): string {
  const rows = calls.map(({ method, path, operation }) => [`\`${method} ${path}\``, operation.summary]);
  return `# Paths of the dashboard\n\n${GENERATED}The dashboard calls these paths with its session cookie. They may change with each version, so programs use [the API](index.md) instead.\n\n${table(["path", "action"], rows)}`;
}
