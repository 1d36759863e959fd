/** Schemas that every list and every route of the API share, so that they look the same everywhere. */
import { type TSchema, Type } from "typebox";

export const timestamp = Type.String({
  format: "date-time",
  description: "ISO 8601, UTC, with milliseconds.",
  examples: ["2026-11-21T08:30:00.000Z"],
});

const maxPageSize = 100;
export const defaultPageSize = 50;

export const listQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxPageSize,
        default: defaultPageSize,
        description: "Rows of one page.",
      }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: "`next_cursor` of the page before." }),
    ),
  },
  { additionalProperties: false },
);

export const pagination = Type.Object({
  limit: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  total: Type.Optional(Type.Integer({ description: "Exact, where it is known without counting." })),
});

export const errorBody = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String({ description: "Stable: programs may compare it." }),
    message: Type.String({ description: "What to do next, for a person." }),
    fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
    request_id: Type.String(),
    docs_url: Type.String(),
  }),
});

const meanings = {
  400: "The request could not be read.",
  401: "No valid credential.",
  403: "The credential is valid, but not for this.",
  404: "It does not exist, or it is not yours.",
  409: "It exists already, or changed meanwhile.",
  413: "The body is over the limit.",
  415: "The body must be application/json in UTF-8, not compressed.",
  422: "One or more fields are invalid; `fields` names each.",
  429: "Too many requests; `Retry-After` tells when to come back.",
  503: "Not now: the database cannot make the write durable, or too many large requests are under way; the message says whether anything may have been stored.",
} as const;
export type ErrorStatus = keyof typeof meanings;

const errorSchemas = new Map<ErrorStatus, TSchema>();
for (const [status, description] of Object.entries(meanings))
  errorSchemas.set(Number(status) as ErrorStatus, { ...errorBody, description });

/** The error answers of a route, for its `response`: `{ 200: …, ...errorResponses(401, 422) }`. */
export function errorResponses<S extends ErrorStatus>(...statuses: S[]): Record<S, typeof errorBody> {
  return Object.fromEntries(statuses.map((status) => [status, errorSchemas.get(status)])) as Record<
    S,
    typeof errorBody
  >;
}
