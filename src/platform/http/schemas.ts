/** Schemas shared by all lists and routes of the API, so that they are the same everywhere. */
import { type TSchema, Type } from "typebox";

export const timestamp = Type.String({
  format: "date-time",
  description: "ISO 8601, UTC, with milliseconds.",
  examples: ["2026-11-21T08:30:00.000Z"],
});

/** The body of a 204. */
export const nothing = Type.Null({ description: "Done." });

/** Options of an object that has no other members. */
export const CLOSED = { additionalProperties: false };

export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 50;

export const listQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE_SIZE,
        default: DEFAULT_PAGE_SIZE,
        description: "Number of rows per page.",
      }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: "`next_cursor` of the previous page." }),
    ),
  },
  { additionalProperties: false },
);

export const pagination = Type.Object({
  limit: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  total: Type.Optional(
    Type.Integer({ description: "The number of matching rows, if it was requested or needs no counting." }),
  ),
  total_is_exact: Type.Optional(
    Type.Boolean({ description: "False: counting stopped, and there may be more rows than `total`." }),
  ),
});

export const errorBody = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String({ description: "A stable code for programs to compare." }),
    message: Type.String({ description: "An explanation in English that says what to do next." }),
    fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
    request_id: Type.String(),
    docs_url: Type.String(),
  }),
});

const MEANINGS = {
  400: "The request could not be read.",
  401: "No valid credential.",
  403: "The credential is valid, but does not permit this action.",
  404: "The resource does not exist, or belongs to another account.",
  409: "The resource already exists, or changed meanwhile.",
  413: "The body is over the limit.",
  415: "The body must be application/json in UTF-8, or text/csv for imports, not compressed.",
  422: "One or more fields are invalid; `fields` names each.",
  429: "Too many requests; `Retry-After` says when to try again.",
  503: "Temporarily unavailable: the database cannot store the write durably, or too many large requests are in progress. The message says whether anything may have been stored.",
} as const;
export type ErrorStatus = keyof typeof MEANINGS;

const errorSchemas = new Map<ErrorStatus, TSchema>();
for (const [status, description] of Object.entries(MEANINGS))
  errorSchemas.set(Number(status) as ErrorStatus, { ...errorBody, description });

/** The error responses of a route, as part of its `response`: `{ 200: …, ...errorResponses(401, 422) }`. */
export function errorResponses<S extends ErrorStatus>(...statuses: S[]): Record<S, typeof errorBody> {
  return Object.fromEntries(statuses.map((status) => [status, errorSchemas.get(status)])) as Record<
    S,
    typeof errorBody
  >;
}
