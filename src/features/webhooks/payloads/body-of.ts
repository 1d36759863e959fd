import type { WebhookEvent } from "../webhook-event.ts";
import { postmarkPayload } from "./postmark-payload.ts";
import { resendPayload } from "./resend-payload.ts";
import { sendgridPayload } from "./sendgrid-payload.ts";

export const WEBHOOK_FORMATS = ["posthouse", "resend", "postmark", "sendgrid"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

const PAYLOADS: Record<WebhookFormat, (event: WebhookEvent) => unknown> = {
  posthouse: ownPayload,
  resend: resendPayload,
  postmark: postmarkPayload,
  sendgrid: sendgridPayload,
};

/** Webhooks of an account share events, and the filter of a format asks for the body too. */
const bodies = new WeakMap<WebhookEvent, Map<WebhookFormat, string | null>>();

/** The body of a request: the same bytes in each attempt, unless data of the event was removed in between. Null: the format has no event of this type, so it is not sent. */
export function bodyOf(event: WebhookEvent, format: WebhookFormat): string | null {
  const known = bodies.get(event);
  const body = known?.get(format);
  if (body !== undefined) return body;
  const payload = PAYLOADS[format](event);
  const made = payload === null ? null : JSON.stringify(payload);
  if (known) known.set(format, made);
  else bodies.set(event, new Map([[format, made]]));
  return made;
}

function ownPayload({ id, type, subject, createdAt, mail, data }: WebhookEvent): object {
  const erased = { id, ...(mail ? { email_id: subject } : { subject_id: subject }), erased: true };
  return { type, id, created_at: createdAt.toISOString(), data: data ?? erased };
}
