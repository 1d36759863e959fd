/**
 * The reader of what comes back to a mail server: bounces (RFC 3464, RFC 3462, RFC 6533, and the many notices that follow
 * none of them), complaints (RFC 5965), automatic answers (RFC 3834), DMARC aggregate reports (RFC 7489 appendix C) and
 * TLS reports (RFC 8460).
 *
 * bytes → `readReport` → `Report`, a union by `kind`; `other` for everything else, above all for people's mail
 * bytes → `mayBeAnswered` → whether a robot may write back without starting a loop
 *
 * It never throws, its time is bounded whatever the bytes are, and nothing that it says is proven: anybody can write a
 * bounce. Who acts upon one checks the return path first. A bounce's `recipients` can name an address that was never
 * written to, or null; `original` is what the notice claims to bring back.
 *
 * What a server's words mean is not decided here but in `../smtp/reply-meanings`.
 */
export { mayBeAnswered } from "./auto-reply/may-be-answered.ts";
export { readReport } from "./read-report.ts";
export type {
  Action,
  AutoReply,
  Bounce,
  BounceRecipient,
  Complaint,
  DmarcReport,
  DmarcRow,
  FeedbackType,
  OriginalMessage,
  Report,
  TlsPolicy,
  TlsReport,
  Verdict,
} from "./report.ts";
