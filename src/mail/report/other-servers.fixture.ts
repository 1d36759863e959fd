import type { Action, Verdict } from "./index.ts";

/**
 * Bounces of servers that the corpus does not contain, modeled on their texts. Most have no row of their own: the general
 * rules must recognize them.
 */
export type BounceMessage = {
  server: string;
  header: string[];
  text: string;
  recipient: string;
  verdict: Verdict;
  code?: number;
  status?: string;
  action?: Action;
};

export const BOUNCES: BounceMessage[] = [
  {
    server: "MDaemon",
    header: ["From: MAILER-DAEMON@mail.example.org", "Subject: Permanent Delivery Failure"],
    text: `The attached message had PERMANENT fatal delivery errors.
After one or more unsuccessful delivery attempts the attached message has been removed from the mail queue on this server.

Failed address: ada@example.com

--- Session Transcript ---
 Mon 2015-03-02 10:11:12: [12345:1] --> RCPT To:<ada@example.com>
 Mon 2015-03-02 10:11:12: [12345:1] <-- 550 5.1.1 <ada@example.com>: User unknown
--- End Transcript ---`,
    recipient: "ada@example.com",
    verdict: "hard",
    status: "5.1.1",
    code: 550,
  },
  {
    server: "GroupWise",
    header: ["From: Mailer-Daemon@example.org", "Subject: Message status - undeliverable"],
    text: `The message that you sent was undeliverable to the following:
	ada@example.com (user not found)

Possibly truncated original message follows:

Message-ID: <1@example.net>
From: sender@example.net`,
    recipient: "ada@example.com",
    verdict: "hard",
  },
  {
    server: "hMailServer",
    header: ["From: mailer-daemon@example.org", "Subject: Message undeliverable: Hello"],
    text: `Your message did not reach some or all of the intended recipients.

   Sent: Mon, 2 Mar 2015 10:11:12 +0100
   Subject: Hello

The following recipient(s) could not be reached:

ada@example.com
   Error Type: SMTP
   Remote server (203.0.113.2) issued an error.
   hMailServer sent: RCPT TO:<ada@example.com>
   Remote server replied: 550 Unknown user

hMailServer`,
    recipient: "ada@example.com",
    verdict: "hard",
    code: 550,
  },
  {
    server: "MailMarshal",
    header: ["From: postmaster@example.org", "Subject: Undeliverable Mail: Hello"],
    text: `Your message:
   From:    sender@example.net
   Subject: Hello

Could not be delivered because of

550 5.1.1 User unknown

The following recipients were affected:
   ada@example.com

Additional Information
======================`,
    recipient: "ada@example.com",
    verdict: "hard",
    status: "5.1.1",
  },
  {
    server: "InterScan MSS",
    header: ['From: "InterScan MSS" <interscan@example.org>', "Subject: Mail could not be delivered"],
    text: `****** Message from InterScan Messaging Security Suite ******

Sent <<< RCPT TO:<ada@example.com>
Received >>> 550 5.1.1 <ada@example.com>... user unknown

Unable to deliver message to <ada@example.com>.

************************     End of message     **********************`,
    recipient: "ada@example.com",
    verdict: "hard",
    status: "5.1.1",
  },
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
    server: "MailEnable",
    header: ["From: Postmaster@example.org", "Subject: Message Delivery Failure"],
    text: `MailEnable: Message could not be delivered to some recipients.
The following recipient(s) could not be reached:

	[SMTP:ada@example.com]: Remote SMTP Server Returned: 550 5.7.1 Message rejected due to content restrictions`,
    recipient: "ada@example.com",
    verdict: "soft",
    status: "5.7.1",
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
    server: "Exchange Online, without its machine-readable part",
    header: [
      "From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.onmicrosoft.com>",
      "Return-Path: <>",
      "Subject: Undeliverable: Hello",
    ],
    text: `Your message to ada@example.com couldn't be delivered.

ada wasn't found at example.com.

Diagnostic information for administrators:

Generating server: AM0PR01MB0001.eurprd01.prod.exchangelabs.com

ada@example.com
Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.com not found by SMTP address lookup'

Original message headers:

From: sender@example.net`,
    recipient: "ada@example.com",
    verdict: "hard",
    status: "5.1.10",
  },
  {
    server: "Exchange, in German",
    header: ["From: postmaster@example.org", "Return-Path: <>", "Subject: Unzustellbar: Hallo"],
    text: `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:

ada@example.com
Das Postfach des Empfängers ist voll und kann zurzeit keine Nachrichten annehmen.

Diagnoseinformationen für Administratoren:

Generierender Server: mail.example.org

ada@example.com
#554-5.2.2 mailbox full 554 5.2.2 STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded##`,
    recipient: "ada@example.com",
    verdict: "soft",
    status: "5.2.2",
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
    server: "IceWarp",
    header: [
      "From: Mail Delivery System <MAILER-DAEMON@example.org>",
      "Subject: Delivery Status Notification: Failed",
    ],
    text: `Your message to <ada@example.com> has been delivered unsuccessfully.

<ada@example.com>; Failed; 5.1.1 (bad destination mailbox address)
    Remote MTA mx.example.com: SMTP diagnostic: 550 5.1.1 The email account that you tried to reach does not exist.`,
    recipient: "ada@example.com",
    verdict: "hard",
    status: "5.1.1",
  },
  {
    server: "Lotus Domino, a router",
    header: [
      "From: Mail Router <MailRouter@example.org>",
      "Subject: DELIVERY FAILURE: 550 5.7.1 Message rejected as spam by Content Filtering.",
    ],
    text: `Your message

  Subject: Hello

was not delivered to:

  ada@example.com

because:

  550 5.7.1 Message rejected as spam by Content Filtering.`,
    recipient: "ada@example.com",
    verdict: "soft",
    status: "5.7.1",
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
