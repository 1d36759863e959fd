import { type Outside, postGuarded } from "../../../platform/fetch/index.ts";
import type { AlertRow } from "./alert-queries.ts";

/** Tells somebody of an alert that has begun, or is over. Rejects when it could not. */
export type Notify = (alert: AlertRow) => Promise<unknown>;

/** One of the channels that the settings name. Answers in words what became of it. */
export type AlertChannel = { by: "email" | "webhook"; notify: (alert: AlertRow) => Promise<string> };

const webhookLimits = { maxBytes: 65_536, timeoutMs: 10_000 };

/** A POST of JSON through the guarded agent; `text` is what chat programs show. */
export function createWebhook(url: string, outside: Outside = {}): AlertChannel["notify"] {
  return async (alert) => {
    const { id, rule, subject, words, opened_at, closed_at } = alert;
    const body = {
      text: subjectOf(alert),
      alert: { id, rule, subject, words, state: stateOf(alert), opened_at, closed_at },
    };
    const answer = await postGuarded(url, { ...webhookLimits, ...outside, json: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`ALERT_WEBHOOK ${answer.reason}`);
    return `The server answers ${answer.said}`;
  };
}

type SendMail = (
  notice: { to: string; subject: string; text: string },
  idempotencyKey: string,
) => Promise<unknown>;

/** Mail through this instance itself, once for each that begins or ends. */
export function createMailer(
  addresses: readonly string[],
  { send, baseUrl }: { send: SendMail; baseUrl: string },
): AlertChannel["notify"] {
  return async (alert) => {
    const text = `${alert.words}\n\nRule: ${alert.rule}\nSince: ${alert.opened_at.toISOString()}\n${
      alert.closed_at ? `Until: ${alert.closed_at.toISOString()}\n` : ""
    }\nSee ${baseUrl}/health\n`;
    for (const to of addresses)
      await send({ to, subject: subjectOf(alert), text }, `alert-${alert.id}-${stateOf(alert)}-${to}`);
    return `Put into the queue for ${addresses.join(", ")}`;
  };
}

function stateOf({ closed_at }: AlertRow): "open" | "over" {
  return closed_at === null ? "open" : "over";
}

function subjectOf(alert: AlertRow): string {
  return `${stateOf(alert) === "open" ? "Alert" : "Over"}: ${alert.words}`;
}
