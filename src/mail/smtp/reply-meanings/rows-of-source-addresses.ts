import type { Row } from "./row.ts";

/** Replies about the IP address that we send from: its reverse DNS and its reputation. */
export const SOURCE_ADDRESS_ROWS: Row[] = [
  {
    seen: [
      // Gmail
      "550-5.7.25 [203.0.113.2] The IP address sending this message does not have a PTR record, or the corresponding forward DNS entry does not match.",
      // GMX
      "554-mail.com (mxgmxus002) Nemesis ESMTP Service not available 554-No SMTP service 554-Bad DNS PTR resource record.",
    ],
    text: /\bPTR\b/,
    reason: "missing_ptr",
  },
  {
    seen: [
      // Exim
      "551 Server access mta.example.org forbidden by invalid RDNS record of your mail server (203.0.113.2).",
      "554 5.7.1 Reverse DNS failed.",
      // Comcast
      "550 5.7.1 Connections not accepted from servers without a valid sender domain. Fix reverse DNS for 203.0.113.2",
      // Postfix
      "450 4.7.25 Client host rejected: cannot find your hostname, [203.0.113.2]",
      "450 4.7.1 Client host rejected: cannot find your reverse hostname, [203.0.113.2]",
    ],
    text: /(invalid|bad) rdns|reverse dns failed|fix reverse|(find|resolve) your (reverse )?hostname|(no|without|valid|require\w*) (a )?(valid )?(reverse dns|rdns)/i,
    reason: "missing_ptr",
  },
  {
    seen: ["550 5.7.25 rejected"],
    enhanced: /^[45]\.7\.25$/,
    reason: "missing_ptr",
  },

  {
    seen: [
      // Outlook.com
      "550 5.7.1 Unfortunately, messages from [203.0.113.2] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
      "550 SC-004 (COL0-MC1-F1) Unfortunately, messages from 192.0.2.22 weren't sent.",
    ],
    text: /Unfortunately, messages from/i,
    reason: "blocked_sender_ip",
  },
  {
    seen: [
      // Exchange Online
      "550 5.7.606 Access denied, banned sending IP [198.51.100.222]. To request removal from this list please visit https://sender.office.com/",
      "550 5.7.511 Access denied, banned sender[203.0.113.2].",
    ],
    text: /banned send(ing IP|er)/i,
    reason: "blocked_sender_ip",
  },
  {
    seen: [
      // Postfix
      "554 5.7.1 Service unavailable; Client host [203.0.113.2] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/203.0.113.2",
      // GoDaddy
      "553 http://www.spamhaus.org/query/bl?ip=192.0.2.222",
      // Barracuda
      "550 5.7.1 Service unavailable; client [203.0.113.2] blocked using Barracuda Reputation; http://www.barracudanetworks.com/reputation/?r=1&ip=203.0.113.2",
      // Proofpoint
      "554 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.2",
      // Cox
      "550 5.1.0 <bounce@example.com> sender rejected. Refer to Error Codes section at https://www.cox.com/residential/support/email-error-codes.html for more information. AUP#CDRBL",
      // Exim
      "550 203.0.113.2 is listed on a DNSBL",
      // Mimecast
      "550 Local CT IP Reputation, listed at https://community.mimecast.com/docs/DOC-1369#550 rbl",
    ],
    text: /(?<!may be )black-?list|block-?list|\b\w*(RBL|DNSBL)s?\b|spamhaus|spamcop|sorbs|ipcheck\.proofpoint|barracuda (reputation|central)|blocked using|uceprotect|senderscore|abuseat|cloudmark|bl\?ip=/i,
    reason: "blocked_sender_ip",
  },
  {
    seen: [
      // Gmail
      "550-5.7.1 [203.0.113.2 18] Our system has detected that this message is likely suspicious due to the very low reputation of the sending IP address.",
      // Cisco
      "554-Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
      // t-online
      "554 None/bad reputation",
    ],
    text: /\b(low|bad|poor|negative) reputation|reputation (is |too )?(low|bad|poor)|due to .{0,20}reputation/i,
    reason: "blocked_sender_ip",
  },
  {
    seen: [
      // Postfix
      "554 5.7.1 <a8-95.smtp-out.example.com[203.0.113.22]>: Client host rejected: Access denied",
      "450 4.7.1 <c135.example.ne.jp[192.0.2.56]>: Client host rejected: may not be mail exchanger",
      // Apple
      "554 st11p00im-smtpin013.me.com ESMTP not accepting connections",
      // t-online
      "554 IP=192.0.2.254 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)",
      // Orange, La Poste
      "421 mwinf5c77 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]",
      "421 4.2.1 Service refuse. Veuillez essayer plus tard. Service refused, please try later. LPN006_107",
      // Mimecast
      "554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554",
    ],
    text: /client host rejected|not accepting connections|IP=\S+ - |\bService refuse|host network not allowed/i,
    reason: "blocked_sender_ip",
    retryAfterSeconds: 3_600,
  },
  {
    seen: [
      "550 5.7.1 Your IP address 203.0.113.2 has been blocked",
      "554 5.7.1 Mail from your server is not welcome here",
      "550 Your host 203.0.113.2 is blocked",
      "501 5.0.0 my IP is banned: connection from IP 203.0.113.2 refused",
    ],
    text: /\b(your|this|sending|connecting|client|source) (mail |smtp |sending )?(ip|host|server|network|ip address)\b.{0,40}\b(is|was|been|are|not) (temporarily |permanently )?(blocked|banned|rejected|refused|denied|listed|allowed|permitted|welcome|authori[sz]ed)|blocked ip\b|\bip\b(?!=).{0,40}\b(refused|banned|blocked)/i,
    reason: "blocked_sender_ip",
  },
  {
    seen: [
      // Sendmail
      "501 <x@example.com>... no access from mail server [192.0.2.55] which is an open relay.",
      "501 5.0.0 Invalid domain name",
      // Exim
      "550 5.7.0 <x@example.com>... Please use the smtp server of your ISP.",
      "550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)",
      "550 Dynamic IP addresses are not accepted here",
    ],
    text: /open relay|smtp server of your isp|invalid (helo|ehlo|domain name)|(helo|ehlo) .{0,30}(reject|invalid|refused)|dynamic (ip|address|host)|dial-?up|residential/i,
    reason: "blocked_sender_ip",
  },
  {
    // A refusal before any message is about the connecting host
    seen: ["550 Rejected", "554 Go away"],
    codes: /^5/,
    phases: ["greeting", "connect", "ehlo"],
    reason: "blocked_sender_ip",
  },
];
