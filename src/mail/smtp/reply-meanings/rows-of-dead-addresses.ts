import { MAILBOX_NOT_THERE, NO_MAILBOX_HERE, NO_SUCH_MAILBOX } from "./dead-address-words.ts";
import type { Row } from "./row.ts";

/**
 * Replies that a mailbox or domain does not exist. Such an address gets no more mail, so a row needs positive evidence:
 * "refused", "rejected" and "unavailable" are not enough. `evidence.ts` decides for all rows whether a reply is about the
 * recipient and whether it is temporary.
 */
export const DEAD_ADDRESS_ROWS: Row[] = [
  {
    seen: [
      // Gmail
      "The domain example.org doesn't receive email according to the administrator: returned Null MX https://www.rfc-editor.org/info/rfc7505",
      // Postfix
      "556 5.1.10 <x@example.org>: Domain example.org does not accept mail (nullMX)",
      // Apple
      "Reason: host/domain does not accept mail",
      // OpenSMTPD
      "Destination seem to reject all mails",
      // Exim
      "an MX or SRV record indicated no SMTP service",
    ],
    // "Does not accept mail from 203.0.113.2" is about the sending server.
    text: /null ?MX|(?:does|do) ?n[o']?t (?:receive|accept) (?:any )?(?:incoming |inbound )?e?-?mails?(?![\w-]| (?:from|sent|that|which|with|without|over|via|if|unless|until|when|while|right|now|currently|at|because|due|larger|by)\b)|reject all mails|indicated no SMTP service/i,
    reason: "takes_no_mail",
  },

  {
    seen: [
      // Postfix
      "Host or domain name not found. Name service error for name=example.jp type=A: Host not found",
      // qmail
      "Sorry, I couldn't find any host named cx.example.com. (#5.1.2)",
      // Sendmail
      "550 Host unknown (Authoritative answer from name server)",
      // Gmail
      "DNS Error: 80335577 DNS type 'mx' lookup of example.jp responded with code NXDOMAIN Domain name not found: example.jp",
      // DragonFly
      "DNS lookup failure: host cx.example.org not found",
      // getaddrinfo
      "connect to example.org: Name or service not known",
    ],
    text: /\b(?:host|domain)(?: or domain)?(?: name)?:? (?:not found|unknown|not known)|(?:find|locate|resolve) (?:any|the|a) (?:host|domain|mail server)(?: named| for)?\b|NXDOMAIN|\b(?:host|domain) [<'"]?[\w.-]{1,253}[>'"]?:? (?:was )?(?:not found|unknown)|name or service not known|nodename nor servname/i,
    reason: "no_such_domain",
  },
  {
    seen: [
      // Courier
      "No such domain.",
      // OpenSMTPD
      "Domain does not exist",
      // Exim
      "all relevant MX records point to non-existent hosts",
      // cPanel
      "The mail server could not deliver mail to x@example.net. The account or domain may not exist, they may be blacklisted, or missing the proper dns entries.",
      // Exchange
      "550 5.4.310 DNS domain example.com does not exist",
      // Gmail
      "Your message wasn't delivered to x@gmal.com because the domain gmal.com couldn't be found.",
      // IMail
      "Unknown host: example.com",
      // OpenSMTPD
      "No MX found for domain",
      // Domino
      "No route found to domain example.com from server MAIL01",
      // mail.ru
      "553 nyaan.example.com does not exist",
      // Exim
      'unrouteable mail domain "example.com"',
    ],
    text: /no such (?:host|domain)|(?:unknown|invalid|non-?existent|unrout(?:e)?able) (?:e-?mail |mail |recipient |destination )?(?:host|domain)s?(?! name\b)|no (?:MX|route) (?:records? )?(?:found )?(?:for|to) (?:the )?domain|no (?:valid )?(?:MX|A)(?: or (?:A|MX|AAAA))? records?\b|\bdomain(?: name)?(?: [<'"]?[\w.-]{1,253}[>'"]?)?(?: that \S{1,40}(?: \S{1,40}){0,4}?)? (?:does ?n[o']?t exist|could ?n[o']?t be found|was not found|is (?:not found|unknown|invalid))|account or domain may not exist|^\d{3} (?:\d\.\d\.\d+ )?[\w-]+(?:\.[\w-]+){1,6} does not exist/i,
    reason: "no_such_domain",
  },
  { seen: ["550 5.1.2 rejected"], enhanced: /^[45]\.1\.2$/, reason: "no_such_domain" },

  {
    seen: [
      // Sendmail
      "550 5.1.1 <x@example.com>... User unknown",
      // Postfix
      "550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in local recipient table",
      // Coremail
      "550 User not exist: x@example.cn",
      // Sendmail
      "553 5.3.0 <x@example.com>... Addressee unknown, relay=[203.0.113.2]",
      // Gmail
      "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
      // Amazon SES
      "550 5.1.1 Mailbox does not exist",
      // Domino
      "User some.name (x@example.jp) not listed in Domino Directory",
      // Exchange 5.5
      "The recipient name is not recognized",
      "Recipient Not Found",
      // Gmail
      "Your message wasn't delivered to x@example.it because the address couldn't be found.",
      "The email address you entered couldn't be found. Please double-check the recipient's email address",
      // QQ
      "550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&no=1000728",
      // GroupWise
      "User not known",
    ],
    text: MAILBOX_NOT_THERE,
    reason: "no_such_user",
  },
  {
    // Sendmail reports this as the reply to DATA, because it sends RCPT and DATA together
    seen: [
      "554 delivery error: dd This user doesn't have a yahoo.com account (x@yahoo.com) [0] - mta1061.mail.ne1.yahoo.com",
    ],
    text: /doesn't have a \S{1,60} account \(.{3,100}\) \[0\]/i,
    reason: "no_such_user",
    isCertain: true,
  },
  {
    seen: [
      'unknown user: "kijitora"',
      // docomo
      "550 Unknown user x@docomo.ne.jp",
      // IMail
      "Unknown user: kijitora@example.com",
      // Sendmail
      "550 no such user here",
      // Exim
      "550 No such person at this address",
      // mxlogic
      "550 5.1.1 unknown recipient",
      // Exchange 5.5
      "Unknown Recipient",
      // Orange
      "550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]",
      // Mimecast
      "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
      // Verizon
      "Error: No valid recipients for this MM",
      // Apache James
      "550 5.1.1 Invalid user address",
      // PMDF
      "550 'x@example.com' is not a registered gateway user",
      // Sendmail
      "501 5.1.3 <x@example.net>: Recipient address rejected: Bad destination mailbox address syntax.",
    ],
    text: NO_SUCH_MAILBOX,
    reason: "no_such_user",
  },
  {
    seen: [
      // qmail
      "550 sorry, no mailbox here by that name (#5.1.1 - chkusr)",
      // vpopmail
      "Sorry, no mailbox here by that name. vpopmail (#5.1.1)",
    ],
    text: NO_MAILBOX_HERE,
    reason: "no_such_user",
  },
  {
    seen: [
      // Exchange
      "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient x@example.com not found by SMTP address lookup",
      // Outlook.com: RFC 5321 §4.2.3 defines these words
      "550 5.5.0 Requested action not taken: mailbox unavailable",
      // Exim
      "Unrouteable address",
      // iCloud
      "550 5.1.1 <x@icloud.com>: inactive email address",
    ],
    text: /Recip(?:ient)?NotFound|mailbox unavailable|unrout(?:e)?able address|inactive email address/i,
    reason: "no_such_user",
  },
  {
    // Exchange Online: its directory does not know the address
    seen: [
      "550 5.4.1 <kijitora@example.br>: Recipient address rejected: Access denied [BL2NAM02FT061.eop-nam02.prod.protection.outlook.com]",
    ],
    enhanced: /^5\.4\.1$/,
    text: /recipient address rejected: access denied/i,
    reason: "no_such_user",
  },
];
