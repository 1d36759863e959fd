import { type Mail, readParts } from "../message/read-parts.ts";
import type { Bounce, BounceRecipient } from "../report.ts";
import { addressesOfSender } from "./addresses-of-sender.ts";
import { findRecipients } from "./find-recipients.ts";
import { isOfKnownRobot, mayBeNotice, tellsOfFailure } from "./is-notice.ts";
import { recipientsByStatus, recipientsByText } from "./list-recipients.ts";
import { type DeliveryStatus, readDeliveryStatus } from "./read-delivery-status.ts";
import { readNotice } from "./read-notice.ts";

const NO_STATUS: DeliveryStatus = { envelopeId: null, reportingHost: null, recipients: [] };
/** A notice in a notice is seen, one in that is somebody's joke. */
const MAX_DEPTH = 2;

/** The bounce that this message is, or null. */
export function readBounce(mail: Mail): Bounce | null {
  return readAt(mail, 0);
}

function readAt(mail: Mail, depth: number): Bounce | null {
  const isFromServer = mayBeNotice(mail);
  const notice = readNotice(mail);
  if (!isFromServer && !isOfKnownRobot(mail, notice.text)) return null;
  const status = notice.status === null ? NO_STATUS : readDeliveryStatus(notice.status);
  if (status.recipients.length === 0 && isFromServer && !tellsOfFailure(mail, notice.text)) return null;

  const senders = addressesOfSender(mail, notice.original);
  const mentions = findRecipients(notice.text, senders);
  const context = { mail, notice, mentions, senders };
  const recipients = unique(
    status.recipients.length > 0 ? recipientsByStatus(status.recipients, context) : recipientsByText(context),
  );
  const isEmpty = mentions.length === 0 && status.recipients.length === 0;
  if (isEmpty && notice.returned !== null && depth < MAX_DEPTH) {
    // A gateway wraps another server's notice in one of its own that names nobody.
    const inner = readAt(readParts(Buffer.from(notice.returned, "latin1")), depth + 1);
    if (inner) return inner;
  }
  return {
    kind: "bounce",
    recipients,
    original: notice.original,
    envelopeId: status.envelopeId,
    reportingHost: status.reportingHost,
  };
}

/** The worst that is said of an address counts: a notice can hold a delay and then the end. */
function unique(recipients: BounceRecipient[]): BounceRecipient[] {
  const byAddress = new Map<string | null, BounceRecipient>();
  for (const recipient of recipients) {
    const key = recipient.address?.toLowerCase() ?? null;
    const known = byAddress.get(key);
    if (!known || (known.action !== "failed" && recipient.action === "failed")) byAddress.set(key, recipient);
  }
  return [...byAddress.values()];
}
