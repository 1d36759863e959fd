import type { BounceMessage } from "./bounce-message.fixture.ts";

export const BOUNCES_OF_WINDOWS_SERVERS: BounceMessage[] = [
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
];
