import { Type } from "typebox";
import { pagination, timestamp } from "../../../platform/http/index.ts";
import type { AuditAction } from "../audit-action.ts";

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
