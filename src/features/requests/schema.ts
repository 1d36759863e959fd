import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../platform/http/index.ts";

const nullable = Type.Null();

export const listRequestsQuery = Type.Object(
  {
    ...listQuery.properties,
    status: Type.Optional(
      Type.Union([Type.Literal("2xx"), Type.Literal("3xx"), Type.Literal("4xx"), Type.Literal("5xx")], {
        description: "Class of the answer's status.",
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
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Part of the path, the request id or the error code; any case.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListRequestsQuery = Static<typeof listRequestsQuery>;

const apiRequest = Type.Object({
  id: Type.String({ format: "uuid" }),
  created_at: timestamp,
  method: Type.String(),
  path: Type.String({
    description: "With the names of its query; values only where they cannot be secret.",
    examples: ["/api/v1/contacts?limit=5&search=…"],
  }),
  status: Type.Integer(),
  ms: Type.Integer({ description: "From the request's head to the end of the answer." }),
  key_id: Type.Union([Type.Integer(), nullable]),
  request_id: Type.String({ description: "As in `X-Request-Id` and in the error." }),
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), nullable]),
  network: Type.String({ description: "Of the client: an IPv4 address or an IPv6 /64." }),
});
export type ApiRequestView = Static<typeof apiRequest>;

export const listRequestsResponse = Type.Object({ requests: Type.Array(apiRequest), pagination });
