import { RETURNED, readOriginal, returnedHeader } from "../bounce/read-original.ts";
import { type Fields, fieldOf, fieldsNamed, readFields } from "../message/read-fields.ts";
import { type Mail, type Part, parameterOf, textOf } from "../message/read-parts.ts";
import type { Complaint, FeedbackType } from "../report.ts";

/** Reads the message as a complaint (RFC 5965). @returns null when it is not one */
export function readComplaint({ fields, type, parts }: Mail): Complaint | null {
  // A complaint that a person forwards is a multipart/mixed.
  if (type !== "multipart/report") return null;
  const part = parts.find(({ type }) => type === "message/feedback-report") ?? mislabeled(fields, parts);
  if (!part) return null;
  const report = readFields(textOf(part).replace(/\n[ \t]*\n+/g, "\n"));
  return {
    kind: "complaint",
    feedbackType: feedbackTypeOf(fieldOf(report, "feedback-type")),
    recipients: recipientsOf(report),
    mailFrom: bare(fieldOf(report, "original-mail-from")),
    original: readOriginal(returnedHeader(parts.find(({ type }) => RETURNED.test(type)))),
    userAgent: fieldOf(report, "user-agent"),
    sourceIp: fieldOf(report, "source-ip")?.replace(/^\[|\]$/g, "") ?? null,
    reportedDomain: fieldOf(report, "reported-domain"),
    arrivedAt: fieldOf(report, "arrival-date") ?? fieldOf(report, "received-date"),
  };
}

/** Finds a report that the server labeled text/plain. */
function mislabeled(fields: Fields, parts: Part[]): Part | undefined {
  if (parameterOf(fields, "report-type")?.toLowerCase() !== "feedback-report") return undefined;
  return parts.find((part) => part.type.startsWith("text/") && /^Feedback-Type:/im.test(textOf(part)));
}

/** Original-Rcpt-To may occur several times (RFC 5965 §3.2); the recipient in Removal-Recipient wants no more mail. */
function recipientsOf(fields: Fields): string[] {
  const named = ["original-rcpt-to", "removal-recipient"].flatMap((name) => fieldsNamed(fields, name));
  return [...new Set(named.map(bare).filter((address) => address !== null))];
}

function bare(value: string | null): string | null {
  const address = /<([^<>]*)>/.exec(value ?? "")?.[1] ?? value?.replace(/^\s*rfc822\s*;/i, "") ?? "";
  return address.trim() === "" ? null : address.trim();
}

/** The types of RFC 5965 §7.3, and the variants that servers use. */
export function feedbackTypeOf(value: string | null): FeedbackType {
  const word = value?.trim().toLowerCase() ?? "";
  switch (word) {
    case "abuse":
    case "fraud":
    case "virus":
    case "opt-out":
    case "auth-failure":
    case "not-spam":
    case "dmarc":
      return word;
    case "opt-out-list":
      return "opt-out";
    case "phishing":
      return "fraud";
    default:
      return "other";
  }
}
