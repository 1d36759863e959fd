import { type Outside, postGuarded } from "../../../platform/fetch/index.ts";
import type { AlertRow } from "./alert-queries.ts";

/** Notifies people that an alert has opened or closed. Rejects on failure. */
export type Notify = (alert: AlertRow) => Promise<unknown>;

/** A notification channel from the settings. `notify` returns a description of the result. */
export type AlertChannel = { by: "email" | "webhook"; notify: (alert: AlertRow) => Promise<string> };

const WEBHOOK_LIMITS = { maxBytes: 65_536, timeoutMs: 10_000 };

/** Sends JSON by POST through the guarded agent. Chat programs show `text`. */
export async function postAlert(
  { url, ...outside }: Outside & { url: string },
  alert: AlertRow,
): Promise<string> {
  const { id, rule, subject, words, opened_at, closed_at } = alert;
  const body = {
    text: subjectOf(alert),
    alert: { id, rule, subject, words, state: stateOf(alert), opened_at, closed_at },
  };
  const response = await postGuarded(url, { ...WEBHOOK_LIMITS, ...outside, json: JSON.stringify(body) });
  if (!response.ok) throw new Error(`ALERT_WEBHOOK ${response.reason}`);
  return `The server replied ${response.summary}`;
}

type SendMail = (
  mail: { to: string; subject: string; text: string },
  idempotencyKey: string,
) => Promise<unknown>;

/** Sends mail through this instance, once when an alert opens and once when it closes. */
export async function mailAlert(
  { addresses, send, baseUrl }: { addresses: readonly string[]; send: SendMail; baseUrl: string },
  alert: AlertRow,
): Promise<string> {
  const text = `${alert.words}\n\nRule: ${alert.rule}\nSince: ${alert.opened_at.toISOString()}\n${
    alert.closed_at ? `Until: ${alert.closed_at.toISOString()}\n` : ""
  }\nDetails: ${baseUrl}/health\n`;
  for (const to of addresses)
    await send({ to, subject: subjectOf(alert), text }, `alert-${alert.id}-${stateOf(alert)}-${to}`);
  return `Queued for ${addresses.join(", ")}`;
}

function stateOf({ closed_at }: AlertRow): "open" | "over" {
  return closed_at === null ? "open" : "over";
}

function subjectOf(alert: AlertRow): string {
  return `${stateOf(alert) === "open" ? "Alert" : "Resolved"}: ${alert.words}`;
}
