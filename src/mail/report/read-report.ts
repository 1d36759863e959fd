import { readDmarc } from "./aggregate/read-dmarc.ts";
import { readTlsReport } from "./aggregate/read-tls-report.ts";
import { readAutoReply } from "./auto-reply/read-auto-reply.ts";
import { readBounce } from "./bounce/read-bounce.ts";
import { readComplaint } from "./complaint/read-complaint.ts";
import { readJmrp } from "./complaint/read-jmrp.ts";
import { readSesNotification } from "./complaint/read-ses-notification.ts";
import { readParts } from "./message/read-parts.ts";
import type { Report } from "./report.ts";

/**
 * Reads a message as a `Report`. Never throws; returns `other` for ordinary mail and unreadable messages. With `aggregates:
 * false`, DMARC and TLS reports are not recognized, and nothing is unpacked.
 */
export function readReport(raw: Buffer, { aggregates = true } = {}): Report {
  const mail = readParts(raw);
  return (
    readComplaint(mail) ??
    readJmrp(mail) ??
    readSesNotification(mail) ??
    (aggregates ? (readDmarc(mail) ?? readTlsReport(mail)) : null) ??
    readBounce(mail) ??
    // Read after bounces, because Postfix and Exim mark bounces as auto-replied too.
    readAutoReply(mail) ?? { kind: "other" }
  );
}
