import type { Row } from "./row.ts";

/** Replies about SPF, DKIM and DMARC of the sender. The recipient's address is not to blame. */
export const AUTHENTICATION_ROWS: Row[] = [
  {
    seen: [
      // Gmail
      "550-5.7.26 Unauthenticated email from example.jp is not accepted due to domain's DMARC policy.",
      // Outlook.com
      "550 5.7.509 Access denied, sending domain [EXAMPLE.JP] does not pass DMARC verification and has a DMARC policy of reject.",
      // mail.ru
      "550 5.7.1 This message was not accepted due to domain (example.org) owner DMARC policy (RFC 7489) https://help.mail.ru/mail-help/postmaster/dmarc",
    ],
    text: /\bDMARC\b/,
    reason: "auth_failure",
  },
  {
    seen: [
      // Gmail
      "550-5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.",
      "550-5.7.1 This message does not have authentication information or fails to pass authentication checks.",
      // Outlook.com
      "550 5.7.515 Access denied, sending domain example.com doesn't meet the required authentication level.",
    ],
    text: /sender is unauthenticated|authentication information or fails|required authentication level|fails? to pass authentication/i,
    reason: "auth_failure",
  },
  {
    seen: [
      // policyd-spf
      "550 5.7.23 <x@example.com>: Recipient address rejected: Message rejected due to: SPF fail - not authorized.",
      // Exim
      "550 SPF: 203.0.113.2 is not allowed to send mail from example.com",
      // Mimecast
      "550 SPF Sender Invalid - envelope rejected",
    ],
    text: /\bSPF\b.{0,60}(fail|not|invalid|reject|denied|violat)|(fail|reject|violat|invalid|due to).{0,40}\bSPF\b/i,
    reason: "auth_failure",
  },
  {
    seen: ["550 5.7.20 No passing DKIM signature found", "554 5.7.5 DKIM signature verification failed"],
    text: /\bDKIM\b.{0,60}(fail|invalid|reject|missing|found|required)/i,
    reason: "auth_failure",
  },
  {
    seen: ["550 5.7.27 Sender address has null MX", "550 5.7.24 Message refused"],
    enhanced: /^[45]\.7\.(2[0-4]|26|27|509|515)$/,
    reason: "auth_failure",
  },
];
