import type { Row } from "./row.ts";

/** Replies about this message: the server may accept another one. */
export const MESSAGE_ROWS: Row[] = [
  {
    seen: [
      // Sophos
      "550 5.7.0 Virus detected",
      // amavis
      "554 5.7.0 Reject, id=02022-02 - INFECTED: Eicar-Test-Signature",
      // Exim
      "550 This message contains malware (Win.Trojan.Agent)",
    ],
    text: /\bvirus(es)?\b|\bmalware\b|\binfected\b/i,
    reason: "virus",
  },
  {
    seen: [
      // Gmail
      "552-5.7.0 This message was blocked because its content presents a potential security issue.",
      // Postfix
      "550 5.7.1 Attachment type not allowed: .exe",
      // Exchange
      "550 5.7.1 Attachments are not accepted here: attachment blocked",
    ],
    text: /potential security issue|attachments? .{0,30}(not (allowed|accepted|permitted)|blocked|prohibited|forbidden)|banned (attachment|file|content)/i,
    reason: "content",
  },
  {
    seen: [
      // Gmail
      "550-5.7.1 [203.0.113.2 12] Our system has detected that this message is likely unsolicited mail.",
      // amavis
      "554 5.7.0 Reject, id=22222-22 - SPAM",
      // Barracuda
      "550 5.7.1 Message content rejected, UBE, id=00000-22-225",
      "554 rejected due to spam content",
      // Exim
      "550 This message was classified as SPAM and may not be delivered",
      // SpamAssassin
      "550 5.7.1 Blocked by SpamAssassin",
      "554 5.6.0 This message has been scored as spam with a probability of more than 90%",
      // Yahoo
      "554 Message not allowed - [PH01] Email not accepted for policy reasons.",
      // Apple
      "550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137",
    ],
    text: /\bspam|unsolicited|\bUBE\b|\bUCE\b|\bjunk|content rejected|\[(PH|CS)\d\d\]|phishing|suspicious (content|message)/i,
    reason: "spam_content",
  },
  {
    seen: [
      // Orange
      "550 5.2.0 Mail rejete. Mail rejected. ofr_506 [506]",
      // Barracuda
      "Your message was blocked by our bulk email filter",
    ],
    text: /Mail rejete|bulk e?-?mail|ofr_506/i,
    reason: "spam_content",
  },
  {
    seen: [
      // Postfix
      "552 5.3.4 Message size exceeds fixed limit",
      // Gmail
      "552-5.2.3 Your message exceeded Google's message size limits.",
      // 1&1
      "Mail size limit exceeded. For explanation visit http://postmaster.1and1.com/en/error-messages",
      // Exchange
      "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient",
      // Exim
      "500 Line limit exceeded",
      "552 Message size exceeds maximum permitted",
    ],
    text: /(message|mail|line|content)('s)? (size|length)? ?(limits? )?(exceeds|exceeded|too (big|large|long))|exceeded .{0,30}size limits?|message too (big|large|long)|SizeLimit/i,
    reason: "too_large",
  },
  {
    seen: ["552 5.3.4 rejected", "552 5.2.3 rejected"],
    enhanced: /^[45]\.(2\.3|3\.4)$/,
    reason: "too_large",
  },
  {
    seen: [
      // Amazon SES
      "554 Transaction failed: Duplicate header 'DKIM-Signature'.",
      // Gmail
      "550-5.7.1 [203.0.113.2] Messages missing a valid messageId header are not accepted.",
      "550-5.7.1 [203.0.113.2] Our system has detected that this message is not RFC 5322 compliant",
      // Exim
      "552 5.6.0 Headers too large (3 max)",
      "550 5.6.0 <x@example.net>: Recipient address rejected: Media error",
      // Sendmail
      "501 5.6.0 Data format error",
      // Postfix
      "550 5.6.7 SMTPUTF8 is required, but was not offered by host mx.example.com",
    ],
    text: /duplicate header|(missing|invalid|malformed|bad) .{0,30}header|RFC ?\d+ ?compliant|headers too (large|long)|media error|data format|SMTPUTF8 is required|bare (lf|cr|newline)/i,
    reason: "content",
  },
];
