/**
 * Inbound: what comes back to return paths (bounces, complaints, answers), reports about domains, and mail to the operator.
 *
 * server/: SMTP. RCPT → Mailboxes.find, who is not here is refused; DATA → receiveMessage → stored → 250
 * read/: InboundReader claims one message at a time → readMessage → readReport (src/mail/report) → applyBounce, applyComplaint …,
 *   all in the commit that marks it as read. A token that we signed tells whose it is; what a message says of itself proves nothing.
 * reports/: what receivers report of a domain's mail, summed up by day and source (its routes are registered by feature.ts)
 */
export type { Bounced } from "./read/apply-bounce.ts";
export { createForwardToOperators } from "./read/forward-to-operators.ts";
export { createReporterCheck } from "./read/verify-reporter.ts";
export { startInbound } from "./start-inbound.ts";
