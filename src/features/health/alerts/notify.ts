import { type GuardExceptions, GuardedPoster } from "../../../platform/fetch/index.ts";
import type { AlertRow } from "./alert-queries.ts";

/** Notifies people that an alert has opened or closed. Rejects on failure. */
export type Notify = (alert: AlertRow) => Promise<unknown>;

/** A notification channel from the settings. `notify` returns a description of the result. */
export type AlertChannel = { by: "email" | "webhook"; notify: (alert: AlertRow) => Promise<string> };

const WEBHOOK_TIMEOUT_MS = 10_000;
const WEBHOOK_HEADERS = {
  "content-type": "application/json",
  "user-agent": "Posthouse",
  connection: "close",
};

/** Length of the beginning of a response that is quoted: enough for an error code or a sentence, but not for a page. */
const QUOTED_LENGTH = 200;

/** Sends JSON by POST through the guarded client. Any 2xx response counts as success. Chat programs show `text`. */
export async function postAlert(
  { url, ...outside }: GuardExceptions & { url: string },
  alert: AlertRow,
): Promise<string> {
  const { id, rule, subject, words, opened_at, closed_at } = alert;
  const body = JSON.stringify({
    text: subjectOf(alert),
    alert: { id, rule, subject, words, state: stateOf(alert), opened_at, closed_at },
  });
  const options = { ...outside, maxConnections: 1, timeoutMs: WEBHOOK_TIMEOUT_MS, allowsPrivate: false };
  const poster = new GuardedPoster(options);
  const answer = await poster
    .post(url, { body, headers: WEBHOOK_HEADERS, pool: "" })
    .finally(() => poster.close());
  const failure = (reason: string) => new Error(`ALERT_WEBHOOK ${reason}`);
  if (answer.status === null) throw failure(answer.error);
  const { status, start } = answer;
  if (status >= 300 && status < 400) throw failure("leads to a redirect, which is not followed");
  if (status < 200 || status >= 300)
    throw failure(`leads to a server that returns ${status} instead of 200${quote(start)}`);
  return `The server replied ${status}${quote(start)}`;
}

/** The beginning of a response on one line, after a colon; empty if it has no text. */
function quote(response: string): string {
  const text = response.replace(/[\p{C}\s]+/gu, " ").trim();
  return text === "" ? "" : `: “${text.slice(0, QUOTED_LENGTH)}”`;
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
