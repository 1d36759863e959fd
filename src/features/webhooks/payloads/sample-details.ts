export const SAMPLE_DOMAIN = "shop.example";
export const SAMPLE_ADDRESS = "ada@example.com";
export const SAMPLE_EMAIL_ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
export const SAMPLE_KEY_ID = 7;
export const SAMPLE_WEBHOOK_ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8358";

const HOST = "mx.example.com";
const DURATIONS = { dns: 3, connect: 21, tls: 38, mail: 12, rcpt: 14 };
const ENCRYPTED = { tls: "TLSv1.3", policy: "example.com does not require TLS." };

/** A server's refusal of the recipient. */
const refusal = (reply: { code: number; enhanced: string; line: string; meaning: string }) => ({
  reason: `${HOST} refused the recipient: ${reply.line}`,
  phase: "rcpt",
  host: HOST,
  ...reply,
  ...ENCRYPTED,
  durations: DURATIONS,
});
const GREYLISTED = refusal({
  code: 451,
  enhanced: "4.7.1",
  line: "451 4.7.1 Greylisted, try again later",
  meaning: "greylisted",
});

/** The network and the program are stored as most accounts store them. */
const BY_PERSON = { actor: "human", network: "203.0.113.0/24", agent: "Firefox" };

const MAIL_DETAILS: Record<string, object> = {
  "email.delivered": {
    reason: `${HOST} accepted the message: 250 2.0.0 Ok: queued as 4XyZ1`,
    phase: "dot",
    host: HOST,
    code: 250,
    enhanced: "2.0.0",
    line: "250 2.0.0 Ok: queued as 4XyZ1",
    ...ENCRYPTED,
    durations: { ...DURATIONS, data: 11, reply: 148 },
  },
  "email.captured": { reason: "kept for the inbox; no mail leaves in test mode" },
  "email.deferred": GREYLISTED,
  "email.bounced": refusal({
    code: 550,
    enhanced: "5.1.1",
    line: `550 5.1.1 <${SAMPLE_ADDRESS}>: no such user`,
    meaning: "no_such_user",
  }),
  "email.suppressed": {
    reason: "The address is suppressed: earlier mail to it bounced permanently.",
    meaning: "hard_bounce",
  },
  "email.canceled": { reason: "canceled by the sender" },
  // The reply to the last attempt.
  "email.expired": GREYLISTED,
  "email.uncertain": {
    reason: `${HOST} did not confirm the message after the final dot, so it may or may not have received it: it closed the connection.`,
    phase: "dot",
    host: HOST,
    policy: ENCRYPTED.policy,
    durations: { ...DURATIONS, data: 11, reply: 148 },
  },
  "email.complained": { reason: "reported as abuse" },
  "email.opened": { ...BY_PERSON, confidence: 65, reasons: ["browser_image"] },
  "email.clicked": {
    link: 1,
    url: `https://${SAMPLE_DOMAIN}/orders/1042`,
    ...BY_PERSON,
    confidence: 75,
    reasons: ["browser_navigation"],
  },
  "email.unsubscribed": { actor: "human", confidence: 90, reasons: ["confirmed"] },
};

/** Seconds from the event to the time in its detail. */
const LATER: Record<string, { field: string; seconds: number }> = {
  "email.scheduled": { field: "scheduled_at", seconds: 7_200 },
  "email.deferred": { field: "next_attempt_at", seconds: 60 },
  "email.uncertain": { field: "next_attempt_at", seconds: 900 },
};

/** The detail of an event about an email: the fields and sentences of a real one, sent directly to the recipient's server. */
export function sampleMailDetail(type: string, createdAt: Date): object {
  const later = LATER[type];
  if (!later) return MAIL_DETAILS[type] ?? {};
  const at = new Date(createdAt.getTime() + later.seconds * 1_000);
  return { ...MAIL_DETAILS[type], [later.field]: at.toISOString() };
}

/** Details of account events, by the noun in their type, and those that only one type has. */
const ACCOUNT_DETAILS: Record<string, object> = {
  contact: { email: SAMPLE_ADDRESS, subscribed: true },
  "contact.updated": { changed: ["name"] },
  "contact.unsubscribed": { subscribed: false },
  domain: { domain: SAMPLE_DOMAIN },
  "domain.verified": { by: "dns" },
  "domain.lost": { reason: "token_missing" },
  "domain.transferred": { reason: "proven_by_another_account" },
  key: { key_id: SAMPLE_KEY_ID, name: "Shop server" },
  "key.rotated": { overlap_seconds: 86_400 },
  "key.paused": { reason: "21 % of its 100 emails of the last hour bounced." },
  suppression: { address: SAMPLE_ADDRESS, reason: "hard_bounce" },
  "suppression.added": { source: "email", email_id: SAMPLE_EMAIL_ID },
  "suppression.changed": { unsubscribed: true },
  webhook: {
    webhook_id: SAMPLE_WEBHOOK_ID,
    url: `https://${SAMPLE_DOMAIN}/hooks/mail`,
    reason: "failing",
  },
};

export function sampleAccountDetail(type: string): object {
  return { ...ACCOUNT_DETAILS[type.split(".")[0] ?? ""], ...ACCOUNT_DETAILS[type] };
}
