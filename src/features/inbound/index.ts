/**
 * Inbound: mail sent to return paths (bounces, complaints, automatic replies), reports about domains, and mail to the operator.
 *
 * smtp-server/: RCPT → Mailboxes.find, unknown addresses are rejected; DATA → receiveMessage → stored → 250
 * read/: InboundReader claims one message at a time → readMessage → readReport (src/mail/report) → applyBounce, applyComplaint …,
 *   all in the commit that marks the message as read. Only a token that we signed identifies the recipient; the message's own
 *   claims prove nothing.
 * reports/: reports about a domain's mail, added up by day and source (its routes are registered by feature.ts)
 */
export { hasUnread } from "./queries.ts";
export type { Bounced } from "./read/apply-bounce.ts";
export { OperatorForwarder } from "./read/operator-forwarder.ts";
export { verifyReporter } from "./read/verify-reporter.ts";
export { startInbound } from "./start-inbound.ts";
