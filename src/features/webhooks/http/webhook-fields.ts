import { Type } from "typebox";
import { WEBHOOK_FORMATS } from "../payloads/body-of.ts";
import { MAX_WEBHOOK_CONCURRENCY, type Ordering } from "../webhook.ts";
import { WEBHOOK_TYPES, type WebhookType } from "../webhook-event.ts";

export const CLOSED = { additionalProperties: false };

export const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))));
export const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  options = {},
) => Type.Union([schema, Type.Null()], options);

export const webhookType = oneOf(WEBHOOK_TYPES as readonly WebhookType[]);

const tag = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 256 }), value: Type.String({ maxLength: 256 }) },
  CLOSED,
);

/** The description of `types`, for requests and responses. */
export const TYPES = {
  description:
    "The types of events that are sent. Empty: all, including types that are added later, except `email.queued` and `email.scheduled`. These two are written for mail that is accepted, or due, while a webhook of the account names one of them. A new webhook takes effect on all nodes within half a second. Changing the time of an email writes no event.",
};

export const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description:
      "Receives a POST request for each event. It must be a public https URL, unless the operator has set `WEBHOOKS_TO_PRIVATE=on`.",
  }),
  description: orNull(Type.String({ maxLength: 200 })),
  domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: 50,
    description:
      "Only events of mail from these domains. Empty: from any. They are stored in lower case, and international names as A-labels (`xn--…`).",
  }),
  tags: Type.Array(tag, {
    maxItems: 20,
    description: "Only events of mail with one of these tags. Empty: with any tag or none.",
  }),
  streams: Type.Array(oneOf(["transactional", "bulk"]), {
    maxItems: 2,
    uniqueItems: true,
    description: "Only events of mail of these streams. Empty: of both.",
  }),
  keys: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
    maxItems: 50,
    uniqueItems: true,
    description: "Only events of mail that was sent with these API keys. Empty: with any key, or by SMTP.",
  }),
  actors: Type.Unsafe<"human" | "any">({
    ...oneOf(["human", "any"]),
    description:
      "The actors whose opens and clicks are sent. `human`: only people, also behind the image proxies of Gmail and Yahoo. `any`: also programs, such as security scanners.",
  }),
  format: Type.Unsafe<(typeof WEBHOOK_FORMATS)[number]>({
    ...oneOf(WEBHOOK_FORMATS),
    description:
      "The shape of the bodies: that of Posthouse, or that of another product, which an existing receiver can read. Types without an equivalent are not sent.",
  }),
  version: Type.Literal("v1", { description: "The version of the bodies." }),
  ordering: Type.Unsafe<Ordering>({
    ...oneOf<Ordering>(["subject", "strict"]),
    description:
      "While an event is retried, later events about the same email wait for it: for at most one minute (`subject`), or until it succeeds or is no longer retried (`strict`).",
  }),
  concurrency: Type.Integer({
    minimum: 1,
    maximum: MAX_WEBHOOK_CONCURRENCY,
    description:
      "The limit of concurrent requests, by default 8. After a failure, requests are sent one at a time until one succeeds.",
  }),
  asymmetric: Type.Boolean({
    description:
      "Adds an Ed25519 signature (`v1a` of Standard Webhooks) to each request, which a receiver verifies with a public key (`public_keys`) instead of the secret. Default: `false`.",
  }),
};

export const headers = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1_024 }), {
  maxProperties: 10,
  description:
    "Further headers of each request, for example `Authorization`. They are stored encrypted and never returned. If a change of `url` leads to another scheme, host or port, they must be given again; `{}` removes them.",
});
