import type { Row } from "./row.ts";

/** No such user, no such domain. What is called so stops being written to: a row must not fit anything that could pass. */
export const DEAD_ADDRESS_ROWS: Row[] = [
  {
    seen: [
      // Gmail
      "The domain example.org doesn't receive email according to the administrator: returned Null MX https://www.rfc-editor.org/info/rfc7505",
      // Postfix
      "556 5.1.10 <x@example.org>: Domain example.org does not accept mail (nullMX)",
      // Apple
      "Reason: host/domain does not accept mail",
      "521 5.3.2 <x@example.net>: Recipient address rejected: System not accepting network messages.",
      // OpenSMTPD
      "Destination seem to reject all mails",
    ],
    text: /null ?MX|does(n't| not) (receive|accept) e?-?mail|not accepting network messages|reject all mails/i,
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
    ],
    text: /host( or domain name)? (not found|unknown)|find any host named|NXDOMAIN|domain name not found|host [\w.-]{1,253} not found/i,
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
    ],
    text: /no such (host|domain)|unknown (host|domain)|no (MX|route) found (for|to) domain|domain( [\w.-]{1,253})? (does not exist|doesn't exist|couldn't be found|is not found)|non-?existent (host|domain)|account or domain may not exist|^\d{3} [\w-]+(\.[\w-]+){1,6} does not exist/i,
    reason: "no_such_domain",
  },
  { seen: ["550 5.1.2 rejected"], enhanced: /^[45]\.1\.2$/, reason: "no_such_domain" },

  {
    seen: [
      // Sendmail
      "550 5.1.1 <x@example.com>... User unknown",
      // Postfix
      "550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in local recipient table",
      'unknown user: "kijitora"',
      // docomo
      "550 Unknown user x@docomo.ne.jp",
      // IMail
      "Unknown user: kijitora@example.com",
      // Sendmail
      "550 no such user here",
      // Exim
      "550 No such person at this address",
      // Coremail
      "550 User not exist: x@example.cn",
      // mxlogic
      "550 5.1.1 unknown recipient",
      // Exchange 5.5
      "Unknown Recipient",
    ],
    text: /(user|recipient|address|mailbox|account|local part|addressee)( is)? (unknown|not known|not exist)|(unknown|no such) (local |virtual )?(user|recipient|person|mailbox|account|address|local part|customer|addressee)/i,
    reason: "no_such_user",
  },
  {
    // Sendmail shows it in answer to DATA, as it sends RCPT and DATA together
    seen: [
      "554 delivery error: dd This user doesn't have a yahoo.com account (x@yahoo.com) [0] - mta1061.mail.ne1.yahoo.com",
    ],
    text: /doesn't have a \S{1,60} account \(.{3,100}\) \[0\]/i,
    reason: "no_such_user",
    isCertain: true,
  },
  {
    seen: [
      // Gmail
      "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
      // Amazon SES
      "550 5.1.1 Mailbox does not exist",
      // Exchange
      "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient x@example.com not found by SMTP address lookup",
      // Outlook.com
      "550 5.5.0 Requested action not taken: mailbox unavailable",
      // Domino
      "User some.name (x@example.jp) not listed in Domino Directory",
      // Exchange 5.5
      "The recipient name is not recognized",
      "Recipient Not Found",
      // qmail
      "550 sorry, no mailbox here by that name (#5.1.1 - chkusr)",
      // Gmail
      "Your message wasn't delivered to x@example.it because the address couldn't be found.",
      "The email address you entered couldn't be found. Please double-check the recipient's email address",
      // QQ
      "550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&no=1000728",
    ],
    text: /(user|account|mail ?box|recipient|address|reach|name)( \S{1,100}){0,2} (does not exist|doesn't exist|doesn't have a|is not recogni[sz]ed|not found|couldn't be found|was not found|not listed)|Recip(ient)?NotFound|mailbox unavailable|no mailbox (here )?by that name|e-?mail address was not found/i,
    reason: "no_such_user",
  },
  {
    seen: [
      // Exim
      "Unrouteable address",
      // Orange
      "550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]",
      // Mimecast
      "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
      // Verizon
      "Error: No valid recipients for this MM",
      // Cisco
      "550 #5.1.0 Address rejected.",
      // Apache James
      "550 5.1.1 Invalid user address",
      // iCloud
      "550 5.1.1 <x@icloud.com>: inactive email address",
      // PMDF
      "550 'x@example.com' is not a registered gateway user",
      // Sendmail
      "553 5.3.0 <x@example.com>... Addressee unknown, relay=[203.0.113.2]",
      // Sendmail
      "501 5.1.3 <x@example.net>: Recipient address rejected: Bad destination mailbox address syntax.",
    ],
    text: /unrouteable address|(invalid|no valid|bad destination) (recipient|recipients|mailbox|address|user)|address(es)? rejected\.|inactive email address|not a (registered|valid|known) .{0,20}(user|address|recipient|mailbox)|addressee unknown/i,
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
