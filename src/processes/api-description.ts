/** The general part of the OpenAPI document. */
import manifest from "../../package.json" with { type: "json" };
import { apiSecurity } from "../features/keys/index.ts";
import type { ApiDescription } from "../platform/http/index.ts";
import { features } from "./features.ts";

const INTRODUCTION = `Programs use the paths under \`/api/v1\` with an API key: \`Authorization: Bearer ph_…\`. Create one under API keys.
All other paths are the dashboard's own and need its session cookie.

Fields are \`snake_case\`, times are ISO 8601 in UTC, and unknown fields are rejected. Every response has an \`X-Request-Id\`.
An error has a stable \`code\`, a \`message\` that says what to do next, \`fields\` if fields are invalid, and \`docs_url\`, the address of a page with its causes.
Lists are paged by \`cursor\`: pass the \`next_cursor\` of one page to get the next.`;

export const apiDescription: ApiDescription = {
  title: "Posthouse",
  version: manifest.version,
  introduction: INTRODUCTION,
  tags: [
    ...features.flatMap(({ tag }) =>
      tag?.description === undefined ? [] : [describeTag(tag.name, tag.description)],
    ),
    describeTag("Dashboard", "The routes of `/api/v1` and others, for the dashboard's session."),
    describeTag("Operators", "Routes of the whole instance, for operators."),
  ],
  ...apiSecurity,
};

function describeTag(name: string, description: string) {
  return { name, description };
}
