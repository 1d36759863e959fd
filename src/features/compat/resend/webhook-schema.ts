import { Type } from "typebox";

const CLOSED = { additionalProperties: false };
const id = Type.String();
const text = Type.String();
const nullableText = Type.Union([text, Type.Null()]);
/** Resend has no webhook without types. For ours, an empty list would mean all. */
const events = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 50 });
const endpoint = Type.String({ minLength: 1, maxLength: 2_048 });
const status = Type.Unsafe<"enabled" | "disabled">(
  Type.Union([Type.Literal("enabled"), Type.Literal("disabled")]),
);

export const newWebhook = Type.Object({ endpoint, events }, CLOSED);
export const webhookChange = Type.Object(
  { endpoint: Type.Optional(endpoint), events: Type.Optional(events), status: Type.Optional(status) },
  CLOSED,
);

const object = Type.Literal("webhook");
const listed = { id, created_at: text, status, endpoint, events };
export const signedWebhook = Type.Object({ object, id, signing_secret: text });
export const shownWebhook = Type.Object({ object, ...listed, signing_secret: text });
export const listedWebhook = Type.Object(listed);
export const namedWebhook = Type.Object({ object, id });
export const removedWebhook = Type.Object({ object, id, deleted: Type.Literal(true) });

const eventStatus = Type.Unsafe<"success" | "pending" | "failed" | "attempting">(
  Type.Union(["success", "pending", "failed", "attempting"].map((value) => Type.Literal(value))),
);
const event = { id, type: text, created_at: text, status: eventStatus };
export const listedEvent = Type.Object(event);
export const shownEvent = Type.Object({
  object: Type.Literal("webhook_event"),
  ...event,
  next_attempt_at: nullableText,
  payload: Type.Unknown(),
});
export const namedEvent = Type.Object({ object: Type.Literal("webhook_event"), id });
export const listedAttempt = Type.Object({
  id,
  http_status_code: Type.Integer(),
  response: text,
  sent_at: text,
});
export const eventParams = Type.Object({ id, event: text });
