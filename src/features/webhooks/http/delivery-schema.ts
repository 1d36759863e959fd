import { type Static, Type } from "typebox";
import { CLOSED, listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import type { DeliveryState } from "../deliveries/queries.ts";
import { bodyOf } from "../payloads/body-of.ts";
import { SAMPLE_EVENT_ID, sampleEvent } from "../payloads/sample-event.ts";
import { oneOf, webhookType } from "./webhook-fields.ts";
import { WEBHOOK_ID } from "./webhook-schema.ts";

/** A second after the sample event. */
const ATTEMPTED_AT = "2026-11-21T02:59:42.201Z";
export const PAYLOAD = bodyOf(sampleEvent("email.delivered", SAMPLE_EVENT_ID), "posthouse");

const state = oneOf<DeliveryState>(["pending", "succeeded", "failed"]);
const time = (description: string) => Type.String({ format: "date-time", description });

const filters = {
  state: Type.Optional(state),
  type: Type.Optional(webhookType),
  email_id: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        "A `webhook-id`, the id of an email, contact or other subject (`subject_id`), or the name of a domain.",
    }),
  ),
  after: Type.Optional(time("Only events at or after this time.")),
  before: Type.Optional(time("Only events before this time.")),
};

export const exportDeliveriesQuery = Type.Object(filters, CLOSED);
export type DeliveryFilterQuery = Static<typeof exportDeliveriesQuery>;

export const listDeliveriesQuery = Type.Object(
  {
    ...listQuery.properties,
    ...filters,
    include: Type.Optional(
      Type.Literal("total", {
        description: "Also count the matching events: `pagination.total`, up to 10,000.",
      }),
    ),
  },
  CLOSED,
);
export type ListDeliveriesQuery = Static<typeof listDeliveriesQuery>;

export const deliveryFields = {
  event_id: Type.String({ description: "The `webhook-id` of its requests." }),
  subject_id: Type.String({
    description:
      "The id of its email, contact or other subject. Events about the same subject are sent in order.",
  }),
  email_id: Type.Union([Type.String(), Type.Null()], {
    description: "Null: the event is not about an email.",
  }),
  type: Type.String(),
  state: Type.Unsafe<DeliveryState>({
    ...state,
    description:
      "`pending`: it waits for a retry, or for an earlier event of the same email. `failed`: it is not retried, unless you replay it.",
  }),
  attempts: Type.Integer(),
  is_test: Type.Boolean({ description: "Whether the event is a sample (`POST /webhooks/{id}/test`)." }),
  next_attempt_at: Type.Union([timestamp, Type.Null()]),
  updated_at: timestamp,
};

export const DELIVERY = {
  event_id: SAMPLE_EVENT_ID,
  subject_id: WEBHOOK_ID,
  email_id: WEBHOOK_ID,
  type: "email.delivered",
  state: "succeeded",
  attempts: 1,
  is_test: false,
  next_attempt_at: null,
  updated_at: ATTEMPTED_AT,
};

export const deliveriesResponse = Type.Object(
  { events: Type.Array(Type.Object(deliveryFields)), pagination },
  { examples: [{ events: [DELIVERY], pagination: { limit: 50, has_more: false, next_cursor: null } }] },
);

export const deliveryParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  event_id: Type.String({ maxLength: 100 }),
});

export const status = Type.Union([Type.Integer(), Type.Null()], {
  description: "Null: there was no response.",
});
const response = Type.Union([Type.String(), Type.Null()], {
  description: "The first 1,024 bytes of the response body.",
});
export const error = Type.Union([Type.String(), Type.Null()], { description: "Why there was no response." });

const attempt = Type.Object({
  attempt: Type.Integer(),
  at: timestamp,
  duration_ms: Type.Integer(),
  request: Type.Object({
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String(), {
      description: "As sent. The values of the webhook's own `headers` are masked.",
    }),
    body: Type.Union([Type.String(), Type.Null()]),
  }),
  status,
  response,
  error,
});

export const delivery = Type.Object(
  {
    ...deliveryFields,
    payload: Type.Union([Type.String(), Type.Null()], {
      description: "The body of the requests, built from the event as it is stored now.",
    }),
    payload_erased: Type.Boolean({
      description: "Whether the event's email was deleted. The body then has only ids.",
    }),
    payload_redacted: Type.Boolean({
      description:
        "Whether the event is an open or a click without `network` and `agent`. They were removed since, after the account's retention time or with the contact, or were never stored. If they were removed, the bodies that were sent had them.",
    }),
    log: Type.Array(attempt, { description: "The latest 100 attempts, oldest first." }),
  },
  {
    examples: [
      {
        ...DELIVERY,
        payload: PAYLOAD,
        payload_erased: false,
        payload_redacted: false,
        log: [
          {
            attempt: 1,
            at: ATTEMPTED_AT,
            duration_ms: 12,
            request: {
              url: "https://shop.example/hooks/mail",
              headers: {
                "webhook-id": SAMPLE_EVENT_ID,
                "webhook-timestamp": "1795229982",
                "webhook-signature": "v1,…",
              },
              body: PAYLOAD,
            },
            status: 200,
            response: "ok",
            error: null,
          },
        ],
      },
    ],
  },
);

export const replayRequest = Type.Object(
  {
    event_id: Type.Optional(Type.String({ maxLength: 100, description: "Only this event." })),
    from: Type.Optional(time("Events at or after this time.")),
    to: Type.Optional(time("Events before this time.")),
    types: Type.Optional(
      Type.Array(webhookType, {
        maxItems: 50,
        uniqueItems: true,
        description: "Only events of these types. Empty: all types.",
      }),
    ),
    failed_only: Type.Optional(
      Type.Boolean({
        description:
          "Only events whose delivery has not succeeded. If false, also events that were never sent to the webhook. Default: false with `from` or `to`, otherwise true.",
      }),
    ),
    to_webhook: Type.Optional(
      Type.String({ maxLength: 100, description: "The id of another webhook that receives the events." }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: "Only count the events, and send none." })),
  },
  { ...CLOSED, examples: [{ event_id: SAMPLE_EVENT_ID }] },
);

export const replayResponse = Type.Object(
  { replayed: Type.Integer({ description: "The number of events that are sent again." }) },
  { examples: [{ replayed: 1 }] },
);

export const testRequest = Type.Object(
  { type: webhookType },
  { ...CLOSED, examples: [{ type: "email.bounced" }] },
);

export const testResponse = Type.Object(
  {
    event_id: Type.String(),
    type: Type.String(),
    succeeded: Type.Boolean(),
    status,
    duration_ms: Type.Integer(),
    response,
    error,
  },
  {
    examples: [
      {
        event_id: SAMPLE_EVENT_ID,
        type: "email.bounced",
        succeeded: true,
        status: 200,
        duration_ms: 12,
        response: "ok",
        error: null,
      },
    ],
  },
);
