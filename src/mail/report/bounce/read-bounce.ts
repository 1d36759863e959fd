import { type Mail, readParts } from "../message/read-parts.ts";
import type { Bounce, BounceRecipient } from "../report.ts";
import { addressesOfSender } from "./addresses-of-sender.ts";
import { findRecipients } from "./find-recipients.ts";
import { recipientsByStatus, recipientsByText } from "./list-recipients.ts";
import { readBounceMessage } from "./read-bounce-message.ts";
import { type DeliveryStatus, readDeliveryStatus } from "./read-delivery-status.ts";
import { isFromKnownRobot, mayBeBounce, reportsFailure } from "./recognize-bounce.ts";

const NO_STATUS: DeliveryStatus = { envelopeId: null, reportingHost: null, recipients: [] };
/** Real mail contains a bounce inside a bounce, but no deeper nesting. */
const MAX_DEPTH = 2;

/** Reads the message as a bounce. @returns null when it is not one */
export function readBounce(mail: Mail): Bounce | null {
  return readAt(mail, 0);
}

function readAt(mail: Mail, depth: number): Bounce | null {
  const isFromServer = mayBeBounce(mail);
  const bounceMessage = readBounceMessage(mail);
  if (!isFromServer && !isFromKnownRobot(mail, bounceMessage.text)) return null;
  const status = bounceMessage.status === null ? NO_STATUS : readDeliveryStatus(bounceMessage.status);
  if (status.recipients.length === 0 && isFromServer && !reportsFailure(mail, bounceMessage.text))
    return null;

  const senders = addressesOfSender(mail, bounceMessage.original);
  const mentions = findRecipients(bounceMessage.text, senders);
  const context = { mail, bounceMessage, mentions, senders };
  const recipients = unique(
    status.recipients.length > 0 ? recipientsByStatus(status.recipients, context) : recipientsByText(context),
  );
  const isEmpty = mentions.length === 0 && status.recipients.length === 0;
  if (isEmpty && bounceMessage.returned !== null && depth < MAX_DEPTH) {
    // A gateway may wrap another server's bounce in its own bounce, which names no recipient.
    const inner = readAt(readParts(Buffer.from(bounceMessage.returned, "latin1")), depth + 1);
    if (inner) return inner;
  }
  return {
    kind: "bounce",
    recipients,
    original: bounceMessage.original,
    envelopeId: status.envelopeId,
    reportingHost: status.reportingHost,
  };
}

/** Keeps the worst finding per address: a bounce can report a delay and then the final failure. */
function unique(recipients: BounceRecipient[]): BounceRecipient[] {
  const byAddress = new Map<string | null, BounceRecipient>();
  for (const recipient of recipients) {
    const key = recipient.address?.toLowerCase() ?? null;
    const existing = byAddress.get(key);
    if (!existing || (existing.action !== "failed" && recipient.action === "failed"))
      byAddress.set(key, recipient);
  }
  return [...byAddress.values()];
}
