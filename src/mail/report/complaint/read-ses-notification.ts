import { judge } from "../bounce/judge.ts";
import { readOriginal } from "../bounce/read-original.ts";
import { fieldOf } from "../message/read-fields.ts";
import { type Mail, textOf } from "../message/read-parts.ts";
import type { Action, Bounce, Complaint, OriginalMessage } from "../report.ts";
import { feedbackTypeOf } from "./read-complaint.ts";

/** The fields that are read from an Amazon SES notification, which SNS sends by mail. Each of them may be missing. */
type Notification = {
  notificationType?: unknown;
  eventType?: unknown;
  complaint?: {
    complainedRecipients?: unknown;
    userAgent?: unknown;
    arrivalDate?: unknown;
    complaintFeedbackType?: unknown;
  };
  bounce?: { bouncedRecipients?: unknown; reportingMTA?: unknown };
  mail?: { source?: unknown; headers?: unknown; messageId?: unknown };
};

/** SNS, or SES itself, in any region: no-reply@sns.amazonaws.com, MAILER-DAEMON@eu-west-1.amazonses.com. */
const FROM_AMAZON = /@(?:[\w-]+\.)*(?:amazonaws\.com(?:\.cn)?|amazonses\.com)>?\s*$/i;
/** Mail clients and list servers add parts; the notification is one of the first. */
const MAX_PARTS = 4;

/**
 * Reads an SES notification, as SNS mails it: `{"notificationType":"Complaint","complaint":{"complainedRecipients":[…`. Mail
 * servers fold the JSON, and SNS adds a footer. Unless "raw delivery" is on, SNS wraps the JSON in a JSON object of its own.
 */
export function readSesNotification(mail: Mail): Complaint | Bounce | null {
  if (!FROM_AMAZON.test(fieldOf(mail.fields, "from") ?? "")) return null;
  for (const part of mail.parts.slice(0, MAX_PARTS)) {
    const notification = /^(?:text\/|application\/json)/.test(part.type) ? parse(textOf(part)) : null;
    const kind = notification?.notificationType ?? notification?.eventType;
    if (kind === "Complaint") return complaintOf(notification as Notification);
    if (kind === "Bounce") return bounceOf(notification as Notification);
  }
  return null;
}

function parse(text: string): Notification | null {
  const end = text.search(/^--\s*$/m);
  const body = end < 0 ? text : text.slice(0, end);
  const json = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1);
  // Folding inserts line breaks into strings, with or without a blank.
  for (const unfolded of [json, json.replace(/\n[ \t]?/g, ""), json.replace(/\n/g, " ")]) {
    const parsed = objectIn(unfolded);
    if (parsed) return typeof parsed.Message === "string" ? objectIn(parsed.Message) : parsed;
  }
  return null;
}

function objectIn(json: string): (Notification & { Message?: unknown }) | null {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === "object" ? parsed : null;
  } catch {
    return null;
  }
}

function complaintOf({ complaint, mail }: Notification): Complaint {
  return {
    kind: "complaint",
    // Absent when SES does not know it; a complaint without one is a "this is spam" report.
    feedbackType: feedbackTypeOf(textIn(complaint?.complaintFeedbackType) ?? "abuse"),
    recipients: itemsOf(complaint?.complainedRecipients).flatMap(
      ({ emailAddress }) => textIn(emailAddress) ?? [],
    ),
    mailFrom: textIn(mail?.source),
    original: originalOf(mail),
    userAgent: textIn(complaint?.userAgent),
    sourceIp: null,
    reportedDomain: null,
    arrivedAt: textIn(complaint?.arrivalDate),
  };
}

function bounceOf({ bounce, mail }: Notification): Bounce | null {
  const recipients = itemsOf(bounce?.bouncedRecipients).map((recipient) =>
    judge({
      address: textIn(recipient.emailAddress),
      originalAddress: null,
      action: actionOf(recipient.action),
      status: textIn(recipient.status),
      reply: (textIn(recipient.diagnosticCode) ?? "").replace(/^smtp;\s*/i, ""),
      context: "",
      host: null,
      phase: null,
      senders: new Set([textIn(mail?.source) ?? ""]),
      defaultReason: null,
    }),
  );
  if (recipients.length === 0) return null;
  const reportingHost = textIn(bounce?.reportingMTA)?.replace(/^\w+;\s*/, "") ?? null;
  return { kind: "bounce", recipients, original: originalOf(mail), envelopeId: null, reportingHost };
}

function actionOf(action: unknown): Action {
  return action === "delayed" ? "delayed" : "failed";
}

function originalOf(mail: Notification["mail"]): OriginalMessage | null {
  const fields = itemsOf(mail?.headers).flatMap(({ name, value }): [string, string][] =>
    typeof name === "string" && typeof value === "string" ? [[name.toLowerCase(), value]] : [],
  );
  return readOriginal(fields);
}

function itemsOf(list: unknown): Record<string, unknown>[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, 100).filter((item) => typeof item === "object" && item !== null);
}

function textIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 1_000) : null;
}
