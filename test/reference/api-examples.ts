import type { ApiCall } from "./api-operation.ts";
import { firstOf } from "./api-operation.ts";

export const ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
export const EVENT_ID = "01a1fc0b-9a11-7000-8000-0648e4821c10";
const PATH_VALUES: Record<string, string> = {
  id: ID,
  contact: "ada@example.com",
  domain: "example.com",
  address: "ada@example.com",
  index: "0",
  event_id: EVENT_ID,
};

/** Bodies of operations whose schema has no example. */
const BODIES: Record<string, unknown> = {
  sendBatch: {
    emails: [
      { to: "ada@example.com", subject: "Hello Ada", text: "It works." },
      { to: "bob@example.com", subject: "Hello Bob", text: "It works." },
    ],
  },
  resendEmail: { to: "ada@example.com" },
  deleteFromInbox: { ids: [ID] },
  restoreInbox: { ids: [ID] },
};

/** The call as a curl command, with the examples of its schema. */
export function curlOf({ method, path, operation }: ApiCall): string {
  const url = `http://localhost:3000${path.replace(/\{(\w+)\}/g, (_, name: string) => PATH_VALUES[name] ?? name)}`;
  const body = firstOf(operation.requestBody?.content);
  const isImplied = method === "GET" || (method === "POST" && body !== null);
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}${url}`,
    `-H "Authorization: Bearer $POSTHOUSE_API_KEY"`,
  ];
  if (body?.[0] === "text/csv")
    lines.push(`-H "Content-Type: text/csv"`, `--data-binary @${path.split("/")[3]}.csv`);
  else if (body)
    lines.push(
      `-H "Content-Type: application/json"`,
      `-d '${JSON.stringify(exampleBody(operation, body[1]))}'`,
    );
  return lines.join(" \\\n  ");
}

function exampleBody(
  { operationId }: ApiCall["operation"],
  body: { schema: { examples?: unknown[] }; example?: unknown },
): unknown {
  const example = BODIES[operationId] ?? body.example ?? body.schema.examples?.[0];
  if (example === undefined)
    throw new Error(`${operationId} has no example: add one to its schema or to BODIES`);
  return example;
}
