import { Type } from "typebox";
import { pagination, timestamp } from "../../../platform/http/index.ts";
import { RECIPIENT_STATES, type RecipientState } from "../../recipients/index.ts";

export const listPropertiesResponse = Type.Object(
  {
    properties: Type.Array(
      Type.Object({
        name: Type.String(),
        contacts: Type.Integer({
          description: "The number of contacts that have it, among the newest 2,000.",
        }),
      }),
    ),
  },
  { examples: [{ properties: [{ name: "plan", contacts: 1_204 }] }] },
);

const timeOrNull = Type.Union([timestamp, Type.Null()]);

export const listTimelineResponse = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid", description: "The id of the email or of the event." }),
      type: Type.Union([
        Type.Literal("email"),
        Type.Literal("contact.subscribed"),
        Type.Literal("contact.unsubscribed"),
      ]),
      created_at: timestamp,
      email: Type.Union([
        Type.Object({
          subject: Type.String(),
          state: Type.Unsafe<RecipientState>({ type: "string", enum: RECIPIENT_STATES }),
          complained: Type.Boolean(),
          scheduled_at: timeOrNull,
          opened_at: timeOrNull,
          clicked_at: timeOrNull,
        }),
        Type.Null(),
      ]),
    }),
  ),
  pagination,
});
