import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import type { DeliveryState } from "../deliveries/queries.ts";
import { type DisabledReason, WEBHOOK_TYPES } from "../webhook.ts";

const ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const EVENT_ID = "01a1fc0b-9a11-7000-8000-0648e4821c10";
const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))));

const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description:
      "Gets a POST request for each event. It must be a public https URL; self-hosted instances may allow others with `WEBHOOKS_TO_PRIVATE=on`.",
  }),
  description: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
  types: Type.Array(oneOf(WEBHOOK_TYPES), {
    maxItems: 50,
    uniqueItems: true,
    description: "The types of events that are sent. Empty: all, including types that are added later.",
  }),
  domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: 50,
    description: "Only events of mail from these domains. Empty: from any.",
  }),
  tags: Type.Array(
    Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 256 }), value: Type.String({ maxLength: 256 }) },
      { additionalProperties: false },
    ),
    { maxItems: 20, description: "Only events of mail with one of these tags. Empty: with any tag or none." },
  ),
  streams: Type.Array(oneOf(["transactional", "bulk"]), {
    maxItems: 2,
    uniqueItems: true,
    description: "Only events of mail of these streams. Empty: of both.",
  }),
};

export const createWebhookRequest = Type.Object(
  {
    url: fields.url,
    description: Type.Optional(fields.description),
    types: Type.Optional(fields.types),
    domains: Type.Optional(fields.domains),
    tags: Type.Optional(fields.tags),
    streams: Type.Optional(fields.streams),
  },
  {
    additionalProperties: false,
    examples: [{ url: "https://shop.example/hooks/mail", types: ["email.delivered", "email.bounced"] }],
  },
);

export const changeWebhookRequest = Type.Object(
  {
    ...Type.Partial(createWebhookRequest).properties,
    enabled: Type.Optional(
      Type.Boolean({
        description:
          "`true` also sends the events since the webhook was disabled, if the account still has them.",
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ enabled: true }] },
);

const EXAMPLE = {
  id: ID,
  url: "https://shop.example/hooks/mail",
  description: null,
  types: ["email.delivered", "email.bounced"],
  domains: [],
  tags: [],
  streams: [],
  enabled: true,
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  last_success_at: "2026-11-24T08:30:00.000Z",
  created_at: "2026-11-21T08:30:00.000Z",
};

const webhookFields = {
  id: Type.String(),
  ...fields,
  enabled: Type.Boolean(),
  disabled_reason: Type.Union([oneOf<DisabledReason>(["user", "gone", "failing"]), Type.Null()], {
    description:
      "`user`: a person or program disabled it. `gone`: its server returned 410. `failing`: every request failed for five days.",
  }),
  failures: Type.Integer({ description: "Failed requests since the last successful one." }),
  failing_since: Type.Union([timestamp, Type.Null()]),
  last_success_at: Type.Union([timestamp, Type.Null()], {
    description: "Up to 10 seconds older than the last successful request.",
  }),
  created_at: timestamp,
};

export const webhook = Type.Object(webhookFields, { examples: [EXAMPLE] });

export const createdWebhook = Type.Object(
  { ...webhookFields, secret: Type.String({ description: "Verifies the signatures of the requests." }) },
  { examples: [{ ...EXAMPLE, secret: SECRET }] },
);

export const webhooksResponse = Type.Object(
  { webhooks: Type.Array(webhook) },
  { examples: [{ webhooks: [EXAMPLE] }] },
);

export const webhookParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const rotateRequest = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: "For this time, requests have signatures of both secrets.",
      }),
    ),
  },
  { additionalProperties: false, examples: [{ overlap_hours: 24 }] },
);

export const webhookSecret = Type.Object({ secret: Type.String() }, { examples: [{ secret: SECRET }] });

const state = oneOf<DeliveryState>(["pending", "succeeded", "failed"]);

export const listDeliveriesQuery = Type.Object(
  { ...listQuery.properties, state: Type.Optional(state) },
  { additionalProperties: false },
);
export type ListDeliveriesQuery = Static<typeof listDeliveriesQuery>;

const deliveryFields = {
  event_id: Type.String({ description: "The `webhook-id` of its requests." }),
  email_id: Type.String(),
  type: Type.String(),
  state: Type.Unsafe<DeliveryState>({
    ...state,
    description:
      "`pending`: it failed and is tried again. `failed`: it is not tried again, unless it is replayed.",
  }),
  attempts: Type.Integer(),
  next_attempt_at: Type.Union([timestamp, Type.Null()]),
  updated_at: timestamp,
};

const DELIVERY = {
  event_id: EVENT_ID,
  email_id: ID,
  type: "email.delivered",
  state: "succeeded",
  attempts: 1,
  next_attempt_at: null,
  updated_at: "2026-11-24T08:30:00.000Z",
};

export const deliveriesResponse = Type.Object(
  { events: Type.Array(Type.Object(deliveryFields)), pagination },
  { examples: [{ events: [DELIVERY], pagination: { limit: 50, has_more: false, next_cursor: null } }] },
);

export const deliveryParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  event_id: Type.String({ maxLength: 100 }),
});

export const delivery = Type.Object(
  {
    ...deliveryFields,
    payload: Type.Union([Type.String(), Type.Null()], {
      description: "The body of the requests. Null: the account no longer has the event.",
    }),
    log: Type.Array(
      Type.Object({
        attempt: Type.Integer(),
        at: timestamp,
        duration_ms: Type.Integer(),
        status: Type.Union([Type.Integer(), Type.Null()], { description: "Null: there was no response." }),
        response: Type.Union([Type.String(), Type.Null()], {
          description: "The first 1,024 bytes of the body.",
        }),
        error: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  },
  {
    examples: [
      {
        ...DELIVERY,
        payload: `{"type":"email.delivered","id":"${EVENT_ID}","created_at":"2026-11-24T08:30:00.000Z","data":{}}`,
        log: [
          {
            attempt: 1,
            at: "2026-11-24T08:30:00.000Z",
            duration_ms: 12,
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
    event_id: Type.Optional(
      Type.String({ maxLength: 100, description: "Only this event. Absent: all that failed." }),
    ),
  },
  { additionalProperties: false, examples: [{ event_id: EVENT_ID }] },
);

export const replayResponse = Type.Object(
  { replayed: Type.Integer({ description: "The number of events that are sent again." }) },
  { examples: [{ replayed: 1 }] },
);
