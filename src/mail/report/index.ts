/**
 * Reads mail that is sent back to a mail server: bounces (RFC 3464, RFC 3462, RFC 6533, and the many that follow none of
 * them), complaints (RFC 5965), automatic replies (RFC 3834), DMARC aggregate reports (RFC 7489 appendix C) and TLS reports
 * (RFC 8460).
 *
 * bytes → `readReport` → `Report`, a union by `kind`; `other` for everything else, above all mail from people
 * bytes → `mayBeAnswered` → whether a program may reply without starting a loop
 *
 * `readReport` never throws, and its time is bounded for any input. Nothing in a report is proven, because anyone can write
 * a bounce: check the return path before you act on it. A recipient of a bounce can be null or an address to which nothing
 * was sent; `original` is the message that the bounce claims to return.
 *
 * `../smtp/reply-meanings` decides the meaning of a server's words.
 */
export { mayBeAnswered } from "./auto-reply/may-be-answered.ts";
export { readReport } from "./read-report.ts";
export type {
  Action,
  Bounce,
  BounceRecipient,
  Complaint,
  DmarcReport,
  FeedbackType,
  Report,
  TlsReport,
  Verdict,
} from "./report.ts";
