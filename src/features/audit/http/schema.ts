import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import type { AuditAction } from "../audit-action.ts";

const filters = {
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: "One or several actions, separated by commas. `key` stands for all actions on keys.",
      examples: ["key.revoked,key.rotated"],
    }),
  ),
  by: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the user's address or of the API key's name, or `operator` or `system`.",
    }),
  ),
  after: Type.Optional(
    Type.String({ format: "date-time", description: "Only events at this time or later." }),
  ),
  before: Type.Optional(Type.String({ format: "date-time", description: "Only events before this time." })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the action, of the key's name or of a value in `detail`, case-insensitive.",
    }),
  ),
};

export const listAuditEventsQuery = Type.Object(
  {
    ...listQuery.properties,
    ...filters,
    include: Type.Optional(
      Type.Literal("total", {
        description: "Also count the matching events: `pagination.total`, up to 10,000.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListAuditEventsQuery = Static<typeof listAuditEventsQuery>;

export const exportAuditEventsQuery = Type.Object(filters, { additionalProperties: false });
export type AuditFilterQuery = Static<typeof exportAuditEventsQuery>;

/** The declared actions are listed in the API document. */
export const auditResponse = (actions: readonly AuditAction[]) =>
  Type.Object({
    events: Type.Array(
      Type.Object({
        id: Type.String({ format: "uuid" }),
        created_at: timestamp,
        action: Type.Unsafe<AuditAction>(Type.String({ enum: [...actions] })),
        actor: Type.Object({
          type: Type.Union(
            [Type.Literal("user"), Type.Literal("key"), Type.Literal("operator"), Type.Literal("system")],
            {
              description:
                "`operator`: an operator of the instance, on the command line. `system`: the program itself.",
            },
          ),
          user_id: Type.Union([Type.String(), Type.Null()]),
          email: Type.Union([Type.String(), Type.Null()]),
          key_id: Type.Union([Type.Integer(), Type.Null()]),
        }),
        key: Type.Union([
          Type.Object({ id: Type.Integer(), name: Type.Union([Type.String(), Type.Null()]) }),
          Type.Null(),
        ]),
        detail: Type.Record(Type.String(), Type.Unknown(), {
          description:
            "For `key.changed`, and in `changes` of relays, rules and pools: each field with `from` and `to`. For `key.paused`: the `reason`. Never contains secrets.",
        }),
        network: Type.Union([Type.String(), Type.Null()], {
          description: "Network of the client: an IPv4 address or an IPv6 /64.",
        }),
      }),
    ),
    pagination,
  });
