import type { BounceMessage } from "./bounce-message.fixture.ts";

export const BOUNCES_OF_UNIX_SERVERS: BounceMessage[] = [
  {
    server: "smail",
    header: ["From: <MAILER-DAEMON@example.de>", "Subject: mail failed, returning to sender"],
    text: `|------------------------- Message log follows: -------------------------|
 no valid recipients were found for this message
|------------------------- Failed addresses follow: ---------------------|
 <ada@example.com> ... unknown host
|------------------------- Message text follows: ------------------------|
Received: from mail.example.net by example.de
Message-Id: <1@example.net>
From: sender@example.net`,
    recipient: "ada@example.com",
    verdict: "hard",
  },
  {
    server: "CommuniGate Pro",
    header: ["From: MAILER-DAEMON@example.org", "Subject: Undeliverable mail: Hello"],
    text: `Failed to deliver to 'ada@example.com'
SMTP module(domain example.com) reports:
 host mx.example.com says:
 552 5.2.2 Quota exceeded`,
    recipient: "ada@example.com",
    verdict: "soft",
    status: "5.2.2",
    code: 552,
  },
  {
    server: "Coremail (163.com)",
    header: ["From: Postmaster@163.com", "Subject: =?utf-8?B?57O757uf6YCA5L+h?="],
    text: `抱歉，您的邮件被退回来了……
收件人: ada@example.com
退信原因: 收件人邮件地址（ada@example.com）不存在，邮件无法送达。
英文说明: SMTP error, RCPT TO: Host mx.example.com(203.0.113.2) said RCPT TO:<ada@example.com> 550 User not found: ada@example.com`,
    recipient: "ada@example.com",
    verdict: "hard",
    code: 550,
  },
  {
    server: "Exim, a local user and a delay",
    header: [
      "From: Mail Delivery System <Mailer-Daemon@example.org>",
      "Subject: Warning: message 1abCDe-0001-AB delayed 24 hours",
    ],
    text: `This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mail.example.org.

The message identifier is:     1abCDe-0001-AB
The subject of the message is: Hello
The date of the message is:    Mon, 2 Mar 2015 10:11:12 +0100

The address to which the message has not yet been delivered is:

  ada@example.com
    Delay reason: Connection timed out

No action is required on your part. Delivery attempts will continue for
some time, and this warning may be repeated at intervals if the message
remains undelivered. Eventually the mail delivery software will give up,
and when that happens, the message will be returned to you.`,
    recipient: "ada@example.com",
    verdict: "delayed",
    action: "delayed",
  },
  {
    server: "Postfix, delayed",
    header: [
      "From: MAILER-DAEMON@example.org (Mail Delivery System)",
      "Subject: Delayed Mail (still being retried)",
    ],
    text: `####################################################################
# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #
####################################################################

Your message could not be delivered for more than 4 hour(s).
It will be retried until it is 5 day(s) old.

<ada@example.com>: connect to mx.example.com[203.0.113.2]:25: Connection refused`,
    recipient: "ada@example.com",
    verdict: "delayed",
    action: "delayed",
  },
  {
    server: "Axigen",
    header: ["From: MAILER-DAEMON@example.org", "Subject: Mail delivery error"],
    text: `Your message could not be delivered to the following recipients:

 - ada@example.com: 550 5.1.1 Mailbox unknown`,
    recipient: "ada@example.com",
    verdict: "hard",
    status: "5.1.1",
  },
  {
    server: "Postfix, for a list that refuses the sender",
    header: [
      "From: Mail Delivery System <MAILER-DAEMON@lists.example.org>",
      "Subject: Undelivered Mail Returned to Sender",
    ],
    text: `<users@lists.example.org>: host lists.example.org[203.0.113.2] said: 550 5.7.1 You are not
    allowed to post to this mailing list (in reply to end of DATA command)`,
    recipient: "users@lists.example.org",
    verdict: "soft",
    status: "5.7.1",
  },
];
