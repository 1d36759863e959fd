import { addressesOf } from "../bounce/addresses-of-sender.ts";
import { readOriginal, returnedHeader } from "../bounce/read-original.ts";
import { type Fields, fieldOf } from "../message/read-fields.ts";
import type { Mail } from "../message/read-parts.ts";
import type { Complaint } from "../report.ts";

/**
 * Reads a report of Microsoft's Junk Mail Reporting Program, which does not follow RFC 5965. It comes from staff@hotmail.com
 * with `Subject: complaint about message from 203.0.113.2`, and contains the message as a message/rfc822 whose header has
 * `X-HmXmrOriginalRecipient: x@hotmail.com`.
 */
export function readJmrp({ fields, parts }: Mail): Complaint | null {
  const subject = /^complaint about message from ([\da-f.:]+)/i.exec(fieldOf(fields, "subject") ?? "");
  const returned = parts.find(({ type }) => type === "message/rfc822");
  if (isForwarded(fields)) return complaintAbout(fields, null);
  if (!subject || !returned || !/@(hotmail|outlook|microsoft)\.com\b/i.test(fieldOf(fields, "from") ?? ""))
    return null;
  return complaintAbout(returnedHeader(returned), subject[1] ?? null);
}

/**
 * Whether this is a report from before 2011: the message itself, with another return path and this field at the top of its
 * header.
 */
function isForwarded(fields: Fields): boolean {
  return (
    fieldOf(fields, "x-hmxmroriginalrecipient") !== null &&
    /@(hotmail|outlook|microsoft)\.com\b/i.test(fieldOf(fields, "return-path") ?? "")
  );
}

function complaintAbout(header: Fields, sourceIp: string | null): Complaint {
  const [recipient] = addressesOf(fieldOf(header, "x-hmxmroriginalrecipient") ?? "");
  return {
    kind: "complaint",
    feedbackType: "abuse",
    recipients: recipient ? [recipient] : [],
    mailFrom: /<([^<>]*)>/.exec(fieldOf(header, "return-path") ?? "")?.[1] ?? null,
    original: readOriginal(header),
    userAgent: null,
    sourceIp,
    reportedDomain: null,
    arrivedAt: null,
  };
}
