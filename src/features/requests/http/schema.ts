import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";

const nullable = Type.Null();

const filters = {
  status: Type.Optional(
    Type.Union([Type.Literal("2xx"), Type.Literal("3xx"), Type.Literal("4xx"), Type.Literal("5xx")], {
      description: "Class of the response status.",
    }),
  ),
  method: Type.Optional(
    Type.Union(
      ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map((method) => Type.Literal(method)),
      { description: "HTTP method." },
    ),
  ),
  key_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Id of the API key." }),
  ),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Part of the path, case-insensitive." }),
  ),
  after: Type.Optional(
    Type.String({ format: "date-time", description: "Only requests at this time or later." }),
  ),
  before: Type.Optional(Type.String({ format: "date-time", description: "Only requests before this time." })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the path, the request id or the error code, case-insensitive.",
    }),
  ),
};

export const listRequestsQuery = Type.Object(
  {
    ...listQuery.properties,
    ...filters,
    include: Type.Optional(
      Type.Literal("total", {
        description:
          "Also count the matching requests: `pagination.total`, up to 10,000 of the newest 50,000 requests.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListRequestsQuery = Static<typeof listRequestsQuery>;

export const exportRequestsQuery = Type.Object(filters, { additionalProperties: false });
export type RequestFilterQuery = Static<typeof exportRequestsQuery>;

const apiRequest = Type.Object({
  id: Type.String({ format: "uuid" }),
  created_at: timestamp,
  method: Type.String(),
  path: Type.String({
    description:
      "The path and the names of its query parameters. Values are included only where they cannot be secret.",
    examples: ["/api/v1/contacts?limit=5&search=…"],
  }),
  status: Type.Integer(),
  ms: Type.Integer({ description: "Milliseconds from the request's headers to the end of the response." }),
  key_id: Type.Union([Type.Integer(), nullable]),
  request_id: Type.String({ description: "The id in the response's `X-Request-Id` header and in errors." }),
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), nullable]),
  network: Type.String({ description: "The client's network: an IPv4 address or an IPv6 /64." }),
});
export type ApiRequestView = Static<typeof apiRequest>;

export const listRequestsResponse = Type.Object({ requests: Type.Array(apiRequest), pagination });
