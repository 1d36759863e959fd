import { type Static, Type } from "typebox";
import { timestamp } from "../../../platform/http/index.ts";
import type { WebhookState } from "../health/load-health.ts";
import type { DisabledReason } from "../webhook.ts";
import { CLOSED, fields, headers, oneOf, orNull, TYPES, webhookType } from "./webhook-fields.ts";

export const WEBHOOK_ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

const optional = {
  description: Type.Optional(fields.description),
  types: Type.Optional(Type.Array(webhookType, { maxItems: 50, uniqueItems: true, ...TYPES })),
  domains: Type.Optional(fields.domains),
  tags: Type.Optional(fields.tags),
  streams: Type.Optional(fields.streams),
  keys: Type.Optional(fields.keys),
  actors: Type.Optional(fields.actors),
  format: Type.Optional(fields.format),
  version: Type.Optional(fields.version),
  ordering: Type.Optional(fields.ordering),
  concurrency: Type.Optional(fields.concurrency),
  asymmetric: Type.Optional(fields.asymmetric),
  headers: Type.Optional(headers),
};

export const createWebhookRequest = Type.Object(
  { url: fields.url, ...optional },
  {
    ...CLOSED,
    examples: [{ url: "https://shop.example/hooks/mail", types: ["email.delivered", "email.bounced"] }],
  },
);

export const changeWebhookRequest = Type.Object(
  {
    url: Type.Optional(fields.url),
    ...optional,
    enabled: Type.Optional(Type.Boolean()),
    resume: Type.Optional(
      Type.Unsafe<"stopped" | "now">({
        ...oneOf(["stopped", "now"]),
        default: "stopped",
        description:
          "Applies with `enabled: true`. `stopped`: the webhook also receives the events since it was disabled, if the account still keeps them, and pending retries are sent at once. `now`: these events and pending retries are skipped.",
      }),
    ),
  },
  { ...CLOSED, minProperties: 1, examples: [{ enabled: true }] },
);

const hour = Type.Object({ at: timestamp, succeeded: Type.Integer(), failed: Type.Integer() });
const health = Type.Object({
  state: Type.Unsafe<WebhookState>({
    ...oneOf<WebhookState>(["working", "failing", "secret_lost", "disabled"]),
    description:
      "`failing`: the last request failed. `secret_lost`: the secret or the headers were encrypted with another secret key of the server, so nothing is sent; rotate the secret, and set the headers again.",
  }),
  lag_seconds: Type.Integer({ description: "The age of the oldest event that waits for its first attempt." }),
  lost: Type.Integer({
    description:
      "Events that were deleted before the webhook read them, because they were older than `event_retention_days`. Includes events of types that it does not receive.",
  }),
  lost_at: orNull(timestamp, { description: "When events were last lost." }),
  retrying: Type.Integer({ description: "Events that wait for a retry, counted up to 10,000." }),
  failed: Type.Integer({
    description:
      "Events in the log that failed and are no longer retried, counted up to 10,000. `POST /api/v1/webhooks/{id}/replay` sends them again.",
  }),
  attempts_24h: Type.Integer({ description: "Attempts in `hours`." }),
  success_24h: orNull(Type.Number(), { description: "0 to 1. Null: there were no attempts." }),
  p95_ms: orNull(Type.Integer(), {
    description:
      "The 95th percentile of the durations in `hours`, in milliseconds, rounded up to one of 19 limits. Null: there were no attempts.",
  }),
  hours: Type.Array(hour, {
    description: "Attempts of the current hour and the 23 hours before it, oldest first.",
  }),
});

const EXAMPLE = {
  id: WEBHOOK_ID,
  url: "https://shop.example/hooks/mail",
  description: null,
  types: ["email.delivered", "email.bounced"],
  domains: [],
  tags: [],
  streams: [],
  keys: [],
  actors: "human",
  format: "posthouse",
  version: "v1",
  ordering: "subject",
  concurrency: 8,
  asymmetric: false,
  header_names: [],
  enabled: true,
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  last_success_at: "2026-11-24T08:30:00.000Z",
  previous_secret_until: null,
  public_keys: [],
  sendgrid_public_keys: [],
  created_at: "2026-11-21T08:30:00.000Z",
  health: {
    state: "working",
    lag_seconds: 0,
    lost: 0,
    lost_at: null,
    retrying: 0,
    failed: 0,
    attempts_24h: 1_204,
    success_24h: 0.998,
    p95_ms: 150,
    hours: [{ at: "2026-11-24T08:00:00.000Z", succeeded: 52, failed: 0 }],
  },
};

const keyUntil = orNull(timestamp, { description: "It signs until this time. Null: no end." });
const publicKey = Type.Object({
  public_key: Type.String({ description: "`whpk_` and the key in base64." }),
  until: keyUntil,
});
const sendgridPublicKey = Type.Object({
  public_key: Type.String({ description: "As SendGrid shows it: DER in base64." }),
  until: keyUntil,
});

const webhookFields = {
  id: Type.String(),
  ...fields,
  types: Type.Array(Type.String(), TYPES),
  header_names: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: orNull(oneOf<DisabledReason>(["user", "gone", "failing"]), {
    description:
      "`user`: a person or program disabled it. `gone`: its server returned 410. `failing`: every request failed on five days in a row.",
  }),
  failures: Type.Integer({ description: "Failed requests since the last successful one." }),
  failing_since: orNull(timestamp),
  last_success_at: orNull(timestamp, {
    description: "Up to 10 seconds older than the last successful request.",
  }),
  previous_secret_until: orNull(timestamp, {
    description: "Until this time, requests are also signed with previous secrets. Null: there are none.",
  }),
  public_keys: Type.Array(publicKey, {
    description:
      "With `asymmetric`: the keys that verify the `v1a` signatures. The current one is first, and previous ones follow, newest first. Every key in the list signs each request. Without `asymmetric`: empty.",
  }),
  sendgrid_public_keys: Type.Array(sendgridPublicKey, {
    description:
      "With the format `sendgrid`: the keys that verify `X-Twilio-Email-Event-Webhook-Signature`, in the order in which they sign. After a rotation, the first one signs until the previous secret expires, and then the next one. Empty in other formats.",
  }),
  created_at: timestamp,
  health,
};

export const webhook = Type.Object(webhookFields, { examples: [EXAMPLE] });

export const createdWebhook = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({ description: "The secret that verifies the signatures of the requests." }),
  },
  { examples: [{ ...EXAMPLE, secret: SECRET }] },
);

export const webhooksResponse = Type.Object(
  { webhooks: Type.Array(webhook) },
  { examples: [{ webhooks: [EXAMPLE] }] },
);

export const WEBHOOK_STATUSES = ["active", "failing", "secret_lost", "disabled"] as const;

export const exportWebhooksQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "Only webhooks whose URL or description contains each of these words.",
      }),
    ),
    status: Type.Optional(
      Type.String({
        maxLength: 100,
        description: `One or several of ${WEBHOOK_STATUSES.map((name) => `\`${name}\``).join(", ")}, separated by commas.`,
      }),
    ),
    type: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: "Only webhooks that receive one of these event types, separated by commas.",
        examples: ["email.bounced"],
      }),
    ),
  },
  CLOSED,
);
export type ExportWebhooksQuery = Static<typeof exportWebhooksQuery>;

export const webhookParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const rotateRequest = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description:
          "For this time, requests are also signed with the previous secret. 0: previous secrets stop at once.",
      }),
    ),
  },
  { ...CLOSED, examples: [{ overlap_hours: 24 }] },
);

export const webhookSecret = Type.Object(
  { secret: Type.String(), previous_secret_until: orNull(timestamp) },
  { examples: [{ secret: SECRET, previous_secret_until: null }] },
);
