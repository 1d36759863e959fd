import type { Row } from "./row.ts";

/** Replies about the address: a mailbox that is full, closed or moved, or an owner who does not want this mail. */
export const ADDRESS_ROWS: Row[] = [
  {
    // The delivery program failed, because the server's machine has no user of that name
    seen: ['procmail: Couldn\'t create "/var/spool/mail/neko" id: r.example.org: No such user'],
    text: /procmail: couldn't create/i,
    reason: "system_error",
  },
  {
    seen: [
      // Gmail
      "452-4.2.2 The recipient's inbox is out of storage space.",
      "552-5.2.2 The email account that you tried to reach is over quota.",
      // Dovecot
      "552 5.2.2 <neko@example.org> Quota exceeded (mailbox for user is full)",
      // procmail, Courier
      "/var/email/x/Maildir/tmp/1000000000.A000000B00000.neko22: Disk quota exceeded",
      "maildrop: maildir over quota.",
      // Yahoo
      "Sorry, your message to x@yahoo.com cannot be delivered. This account is over quota.",
      // MDaemon
      "552 5.2.2 This user has exhausted allowed storage space",
      // Outlook.com
      // Ciudad
      "Mailbox quota usage exceeded. Espacio en casilla de mail agotado.",
      "552 Quota violation for x@example.com",
      // Latinmail does not say which of the two applies
      "550 <x@example.com>: Destinatario desconocido o mailbox lleno",
      "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded",
    ],
    text: /over (?:\w+ )?quota|overquota|quota (?:usage |limit )?(?:is |was |has been )?(?:exceed|violat)|full mailbox|(?:buz[oó]n|casilla|mailbox) (?:est[aá] )?(?:llen[oa]|agotad[oa])|exceed(s|ed|ing)? .{0,40}quota|out of (storage|disk) space|exhausted .{0,20}(storage|space|quota)/i,
    reason: "mailbox_full",
  },
  {
    seen: [
      // Sendmail
      "550 5.2.2 <x@example.jp>... Mailbox Full",
      // au
      "Could not be delivered to: <x@example.ne.jp> As their mailbox is full.",
      "child status 100...The e-mail message could not be delivered because the user's mailfolder is full.",
      // Biglobe
      "The number of messages in recipient's mailbox exceeded the local limit.",
      // Mirapoint
      "Not enough disk space",
      // IMail
      "User mailbox exceeds allowed size: x@example.com",
      // Coremail
      "552 Mailbox space not enough",
      "550 Mailbox has exceeded the limit",
      // Exchange
      "Your message couldn't be delivered because the recipient's inbox is full",
    ],
    text: /(mail ?box|mail ?folder|inbox|account|maildir|storage)( for \w+)? (is |size |was )?(already )?(full|exceeded)|mailbox (has |have )?exceed|mailbox space|(storage|space|mailbox) limit|not enough (disk|storage|space)|insufficient (disk|mailbox) space|mailbox .{0,30}(size limit|too large)/i,
    reason: "mailbox_full",
  },
  { seen: ["552 5.2.2 rejected", "422 4.2.2 rejected"], enhanced: /^[45]\.2\.2$/, reason: "mailbox_full" },

  {
    seen: [
      // Gmail
      "550-5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser",
      "550-5.2.1 The email account that you tried to reach is inactive.",
      // i.ua
      "550 Mailbox is frozen. See http://mail.i.ua/err/3/",
      // vpopmail
      "vdelivermail: account is locked email bounced x@example.jp",
      // Yahoo
      "554 delivery error: dd Sorry your message to x@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102].",
      // PowerMTA
      "Status: 5.2.1 (mailbox disabled, not accepting messages)",
      // mail.ru
      "550 Account is suspended",
    ],
    text: /(account|mail ?box|user|recipient|domain|reach)( (is|has been|was|temporarily|currently|permanently))* (disabled|inactive|not active|suspended|frozen|locked|discontinued|deactivated|blocked|closed|terminated)/i,
    reason: "suspended",
  },
  {
    seen: ["525 5.7.13 Disabled recipient address", "550 Deactivated mailbox"],
    text: /(disabled|suspended|deactivated|locked) (recipient|account|mailbox|user)/i,
    reason: "suspended",
  },

  {
    seen: [
      // Apple
      "550 5.1.6 recipient no longer on server: kijitora@example.jp",
      // Sendmail
      "551 not our customer",
      "551 User not local; please try <x@example.org>",
      "550 5.1.6 <x@example.net>: Recipient address rejected: Destination mailbox has moved, No forwarding address.",
    ],
    text: /no longer (on|with|at|available|valid|exists|in use|works|employed|accept)|has moved|not our customer|user not local/i,
    reason: "moved",
  },
  { seen: ["550 5.1.6 rejected"], enhanced: /^5\.1\.6$/, reason: "moved" },

  {
    seen: [
      // Facebook
      "550 5.1.1 RCP-P2 http://postmaster.facebook.com/response_codes?ip=192.0.2.135#rcp Refused due to recipient preferences",
      // Amazon SES
      "550 5.2.0 Message Filtered",
      // Symantec
      "553-Message filtered. Refer to the Troubleshooting page at http://www.symanteccloud.com/troubleshooting for more information.",
      // Exchange
      "550 5.7.1 RESOLVER.RST.RecipientRestricted; restricted",
    ],
    text: /recipient preferences|message filtered|RecipientRestricted|recipient (only accepts|has blocked)/i,
    reason: "filtered",
  },
];
