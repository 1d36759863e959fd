import { Type } from "typebox";
import { timestamp } from "../../../platform/http/index.ts";

export const sessionsResponse = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid" }),
      created_at: timestamp,
      expires_at: timestamp,
      last_seen_at: timestamp,
      ip: Type.String(),
      user_agent: Type.String(),
      current: Type.Boolean({ description: "Whether this request belongs to the session." }),
    }),
  ),
});

export const sessionParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
