import type { Row } from "./row.ts";

/** Replies about servers and the network between them, and policies without a stated cause. */
export const SERVER_ROWS: Row[] = [
  {
    seen: [
      // Amazon SES
      "554 4.4.7 Message expired: unable to deliver in 840 minutes.",
      // Exchange
      "550 4.4.7 QUEUE.Expired; message expired",
      // OpenSMTPD
      "Envelope expired",
      // Exim
      "retry timeout exceeded",
      "all hosts have been failing for a long time and were last tried after this message arrived",
      // IMail
      "Delivery failed 20 attempts: kijitora@example.com",
      // Sendmail
      "Message could not be delivered for 12 hours Message will be deleted from queue",
      "Warning: message still undelivered after 4 hours",
      // Messaging Server
      "Reason: unable to deliver this message after 1 day",
      // Yahoo
      "Unable to deliver message after multiple retries, giving up.",
      // Gmail
      "The recipient server did not accept our requests to connect. Learn more at https://support.google.com/mail/answer/7720",
    ],
    text: /\bexpired\b|retry time(out)? exceeded|failing for a long time|failed \d+ attempts|(undelivered|deliver(ed)?( this)?( message)?) (for|after) (\d+|multiple)|accept our requests to connect/i,
    reason: "expired",
  },
  {
    seen: [
      // Postfix
      "Host or domain name not found. Name service error for name=example.org type=MX: Host not found, try again",
      // getaddrinfo
      "Temporary failure in name resolution",
      "DNS lookup of example.org: SERVFAIL",
    ],
    text: /not found,? try again|\bSERVFAIL\b|temporary failure in (?:MX|name|DNS)|(?:DNS|MX|name ?server|lookup|resolv(?:er|ing))\b.{0,60}\b(?:tim(?:ed?|ing) ?-?out|timeout|temporar(?:y|ily)|try again|no answer|not respond)/i,
    reason: "network",
  },
  {
    seen: [
      // Postfix
      "554 5.4.6 Hop count exceeded - possible mail loop",
      "connect to mx.example.com[203.0.113.2]:25: Connection refused",
      "lost connection with mx.example.com[203.0.113.2] while receiving the initial server greeting",
      "Name service error for name=example.org type=MX: Malformed or unexpected name server reply",
      // qmail
      "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)",
      // OpenSMTPD
      "Network error on destination MXs",
      // Gmail
      "[(0) example.com. [93.184.216.119]:25: socket error]",
      // Sendmail
      "421 example.com (smtp)... Deferred: Connection timed out during user open with example.com",
      // Gmail
      "DNS Error: 16578478 DNS type 'mx' lookup of gmal.com had no relevant answers.",
      // Zoho
      "ResponseCode 421, , Host not reachable.",
    ],
    text: /hop count|mail loop|too many hops|connection (refused|timed out|reset|lost|dropped|closed)|timed out|lost connection|name service error|establish an SMTP connection|network (error|is unreachable)|no route to host|socket error|no relevant answers|not reachable|name server/i,
    reason: "network",
  },
  {
    seen: ["I'm not going to try again; this message has been in the queue too long."],
    text: /in the queue too long/i,
    reason: "expired",
  },
  {
    seen: [
      // Sendmail
      "503 5.0.0 Need RCPT (recipient)",
      "500 5.5.1 Command unrecognized",
      // Postfix
      "503 5.5.1 Error: nested MAIL command",
      "500 5.5.2 Error: bad syntax",
      // Exim
      "malformed address: <neko@example.net> may not follow kijitora@example.com",
    ],
    text: /need (rcpt|mail)|command (unrecogni[sz]ed|not recogni[sz]ed)|nested mail|(bad|wrong) (syntax|sequence)|malformed address|protocol error/i,
    reason: "protocol_error",
  },
  {
    seen: [
      // Yahoo
      "554 5.7.9 Message not accepted for policy reasons. See https://postmaster.verizonmedia.com/error-codes",
      "550 Denied by policy",
      "550 5.7.0 Local Policy Violation",
      // Sendmail
      "550 5.7.1 <x@example.com>... Access denied",
      // Facebook
      "550 5.1.1 INT-P1 https://www.facebook.com/postmaster/response_codes?ip=192.0.2.1#int The message was rejected",
      // QQ
      "550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726",
      // Exim
      "550 Administrative prohibition",
      // Mimecast
      "550 Rejected by header based Anti-Spoofing policy: x@example.com",
    ],
    text: /\bpolicy\b|\b(INT|POL|CON|URL|ATT)-[PT]\d|content denied|access denied|prohibit|permission denied|delivery not authori[sz]ed/i,
    reason: "policy",
  },
  {
    seen: [
      // Postfix
      "451 4.3.0 Error: queue file write error",
      "452 4.3.1 Insufficient system storage",
      "451 4.3.5 Server configuration error",
      "450 4.1.1 <x@example.com>: Recipient address rejected: unverified address: temporary failure",
      // Exim
      "451 Temporary local problem - please try later",
      // Exchange
      "421 4.3.2 Service not available",
      // Sendmail
      "554 5.3.0 Mailer error",
    ],
    text: /write error|insufficient system|(configuration|system|mailer|local) error|temporary (local )?(problem|failure|error)|service not available|service (temporarily )?unavailable/i,
    reason: "system_error",
  },
];
