import type { Row } from "./row.ts";

/** Replies about the sender: permissions and the return path. The recipient's address is not to blame. */
export const SENDER_ROWS: Row[] = [
  {
    seen: [
      // Postfix
      "554 5.7.1 <kijitora@example.org>: Relay access denied",
      // Sendmail
      "550 5.7.1 <x@example.com>... Relaying denied",
      // Exim
      "550 relay not permitted",
      // Exchange
      "550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain",
      // qmail
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    ],
    text: /relay(ing)? (access )?(denied|not (permitted|allowed)|prohibited|forbidden)|unable to relay|not (permitted|allowed) to relay(?! through this server without)|do(es)? not relay|rcpthosts/i,
    reason: "relaying_denied",
  },
  {
    seen: [
      "530 5.7.0 Must issue a STARTTLS command first",
      "550 5.7.10 Encryption needed",
      "554 5.7.4 TLS required",
    ],
    text: /issue a STARTTLS|encryption (is )?(needed|required)|(STARTTLS|TLS) (is )?required/i,
    reason: "tls_required",
  },
  {
    seen: [
      // Postfix
      "530 5.7.0 Authentication required",
      // Messagelabs
      "550-Please turn on SMTP Authentication in your mail client. 550-mail0.bemta0.messagelabs.com [198.51.100.21]:22222 is not permitted to 550 relay through this server without authentication.",
      // SendGrid
      "550 Unauthenticated senders not allowed",
      // Exchange; the second reply is from a list that accepts only mail of colleagues
      "550 5.7.57 SMTP; Client was not authenticated to send anonymous mail during MAIL FROM",
      "550 5.7.1 RESOLVER.RST.AuthRequired; authentication required",
    ],
    text: /SMTP Authentication|without authentication|authentication (is )?required|unauthenticated senders|not authenticated|AuthRequired/i,
    reason: "login_required",
  },

  {
    seen: [
      // Sendmail
      "553 5.1.8 <httpd@host1.example.jp>... Domain of sender address httpd@host1.example.jp does not exist",
      // Postfix
      "450 4.1.8 <x@example.com>: Sender address rejected: Domain not found",
      // Exim
      "550 Sender verify failed",
      // Exchange
      "550 5.1.0 Sender denied",
      // Yahoo
      "553 5.7.1 [BL21] Connections will not be accepted: invalid sender",
    ],
    text: /domain of sender|sender (address )?(rejected|denied|verif|refused|not (allowed|accepted)|unknown|blocked)|(invalid|bad|unknown|verify) sender|sender('s)? (e-?mail )?(address|domain) .{0,30}(invalid|rejected|not exist|blocked|denied)/i,
    reason: "rejected_sender",
  },
  {
    seen: [
      // Google Groups
      "550 5.7.1 We're writing to let you know that the group you tried to contact may not exist, or you may not have permission to post messages to the group. https://groups.google.com/support/",
      // Exchange
      "550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized",
      // fml
      "You are not a member of this mailing list <neko-nyaan@example.org>.",
      // Gmail
      "Smtp server does not advertise AUTH capability https://support.google.com/mail/?p=CustomFromDenied",
    ],
    text: /permission to post|groups\.google\.com\/(support|a\/)|not (a )?members?\b|(members|subscribers) only|RST\.NotAuthorized|CustomFromDenied|not (allowed|authori[sz]ed) to (post|send mail to|send to)/i,
    reason: "rejected_sender",
  },
  {
    seen: ["553 5.1.8 rejected", "550 5.1.7 rejected"],
    enhanced: /^[45]\.1\.[78]$/,
    reason: "rejected_sender",
  },
];
