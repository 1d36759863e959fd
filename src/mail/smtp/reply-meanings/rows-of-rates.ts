import type { Row } from "./row.ts";

/** Replies about the volume or rate of mail, and greylisting: the server will accept the same message later. */
export const RATE_ROWS: Row[] = [
  {
    seen: [
      // Gmail
      "450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.",
      "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.",
    ],
    text: /receiving mail (too quickly|at a rate that)/i,
    reason: "rate_limited",
    retryAfterSeconds: 1_800,
  },
  {
    seen: [
      // Gmail
      "421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.",
      "421 4.7.28 Gmail has detected an unusual rate of email containing one of your URL domains.",
    ],
    text: /unusual (rate|amount) of /i,
    reason: "rate_limited",
    retryAfterSeconds: 3_600,
  },
  {
    seen: [
      // Yahoo, AOL
      "421 4.7.0 [TSS04] Messages from 192.0.2.25 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes",
      "421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.",
    ],
    text: /\[TSS?\d\d\]|unexpected volume or user complaints/i,
    reason: "rate_limited",
    retryAfterSeconds: 4 * 3_600,
  },
  {
    seen: [
      // Outlook.com
      "451 4.7.650 The mail server [203.0.113.2] has been temporarily rate limited due to IP reputation. (S775)",
      // Proofpoint
      "421 Too many messages, rate limited",
      // SparkPost's customers' filters
      "450 4.7.1 Rate limit exceeded for 203.0.113.2",
    ],
    text: /rate[- ]?limit/i,
    reason: "rate_limited",
    retryAfterSeconds: 1_800,
  },
  {
    seen: [
      // Exchange Online
      "451 4.7.500 Server busy. Please try again later from [203.0.113.2]. (S77719) [BL2NAM02FT061.eop-nam02.prod.protection.outlook.com]",
    ],
    text: /Server busy\. Please try again later from/i,
    reason: "rate_limited",
    retryAfterSeconds: 1_800,
  },
  {
    seen: [
      // Comcast
      "421 4.1.0 203.0.113.2 Throttled - try again later. Please see http://postmaster.comcast.net/smtp-error-codes.php#RL000001",
      // Exchange
      "450 4.7.0 Message submission rate for this client has exceeded the configured limit; throttling",
    ],
    text: /\bthrottl(ed|ing)\b/i,
    reason: "rate_limited",
  },
  {
    seen: [
      // cPanel
      "550 Domain example.com has exceeded the max emails per hour (105/100 (105%)) allowed. Message discarded.",
      // Gmail's relay
      "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://support.google.com/a/answer/166852",
      // Amazon SES
      "454 Throttling failure: Daily message quota exceeded.",
    ],
    text: /max(imum)? (emails|defers|messages|defers and failures) per (hour|day)|(daily|hourly) .{0,20}(limit|quota)|sending (limit|quota|rate)/i,
    reason: "rate_limited",
    retryAfterSeconds: 3_600,
  },
  {
    seen: [
      // docomo
      "552 Too many recipients",
      // Postfix
      "452 4.5.3 Error: too many recipients",
      // GMX
      "421 Too many concurrent SMTP connections from this IP address; Please try again later.",
      // Orange
      "550 5.7.1 Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104 [104]",
      // Apple
      "421 4.7.1 Too many messages from 203.0.113.2. Please slow down",
      // Replies to senders that guess addresses
      "554 Too many unknown users attempted",
      "550 Too many invalid recipients",
    ],
    text: /too many (concurrent |simultaneous |parallel |open )?(smtp )?(connections|sessions|recipients|rcpts?\b|messages from|mails? from|emails|(?:unknown|invalid|bad|non-?existent|failed) (?:users?|recipients?|rcpts?|addresses))|slow down/i,
    reason: "rate_limited",
  },
  {
    seen: [
      // Apple
      "450 4.2.1 Messages from 203.0.113.2 deferred due to excessive volume",
      // Spectrum
      "550 5.1.0 <bounce@example.com> sender rejected. Please see https://www.spectrum.net/support/internet/understanding-email-error-codes for more information. AUP#In-1310",
      // QQ
      "550 Ip frequency limited [V2VkIEFwciAgMyAxNjozNjo1OSBKU1QgMjAxOQo= Blocked IP 192.0.2.22]. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000725",
      // NetEase
      "451 Requested mail action not taken: too much connections",
    ],
    text: /excessive (volume|mail|rate|connection)|AUP#(In|Out)-1[0-9]+|frequency limit|too much (connections?|mails?)|(connection|message) (rate|frequency) (limit|exceed|too)/i,
    reason: "rate_limited",
  },
  {
    seen: [
      // Postgrey
      "450 4.2.0 <x@example.com>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.com.html",
      // Exim
      "451 Greylisting in action, please come back later",
      // SQLgrey
      "450 4.7.1 Greylisted for 5 minutes",
    ],
    text: /gr[ea]y-?list/i,
    reason: "greylisted",
  },
  {
    seen: [
      // milter-greylist
      "451 4.7.1 Please try again in 300 seconds",
      // Mimecast
      "451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451",
    ],
    codes: /^4/,
    text: /(come back|try again) (in|after) \d+ ?(s|m)|Internal resources are temporarily unavailable/i,
    reason: "greylisted",
  },
];
