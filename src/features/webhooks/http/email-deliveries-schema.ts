import { Type } from "typebox";
import { pagination, timestamp } from "../../../platform/http/index.ts";
import { DELIVERY, deliveryFields, error, status } from "./delivery-schema.ts";
import { WEBHOOK_ID } from "./webhook-schema.ts";

const { event_id, type, state, attempts, next_attempt_at, updated_at } = deliveryFields;

const emailDelivery = Type.Object({
  webhook: Type.Object({
    id: Type.String(),
    url: Type.Union([Type.String(), Type.Null()], { description: "Null: the webhook was removed." }),
    description: Type.Union([Type.String(), Type.Null()]),
  }),
  event_id,
  type,
  state,
  attempts,
  next_attempt_at,
  updated_at,
  log: Type.Array(
    Type.Object({ attempt: Type.Integer(), at: timestamp, duration_ms: Type.Integer(), status, error }),
    { description: "The last 20 attempts, oldest first. `attempts` counts all of them." },
  ),
});

const { event_id: eventId, subject_id: _subject, email_id: _email, is_test: _test, ...EXAMPLE } = DELIVERY;

export const emailDeliveriesResponse = Type.Object(
  { deliveries: Type.Array(emailDelivery), pagination },
  {
    examples: [
      {
        deliveries: [
          {
            webhook: { id: WEBHOOK_ID, url: "https://shop.example/hooks/mail", description: "Shop" },
            event_id: eventId,
            ...EXAMPLE,
            log: [{ attempt: 1, at: EXAMPLE.updated_at, duration_ms: 12, status: 200, error: null }],
          },
        ],
        pagination: { limit: 50, has_more: false, next_cursor: null },
      },
    ],
  },
);
