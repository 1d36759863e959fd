import { expect, test } from "vitest";
import { mayBeAnswered, readReport } from "../index.ts";

const mail = (...header: string[]) =>
  Buffer.from(
    [...header, "To: charles@example.net", "Message-ID: <2@example.com>", "", "Hello.", ""].join("\r\n"),
  );
const ADA = "From: Ada <ada@example.com>";

test.each([
  ["out-of-office", [ADA, "Subject: Automatic reply: Hello", "X-Auto-Response-Suppress: All"]],
  ["out-of-office", [ADA, "Subject: Out of Office: Hello"]],
  ["out-of-office", [ADA, "Subject: =?utf-8?q?Abwesenheitsnotiz=3A_Gr=C3=BC=C3=9Fe?="]],
  ["out-of-office", [ADA, "Subject: =?iso-2022-jp?B?GyRCPCtGMDF+RXobKEI6IA==?="]],
  ["generated", [ADA, "Subject: Re: Hello", "Auto-Submitted: auto-replied (vacation)"]],
  ["generated", [ADA, "Subject: Re: Hello", "X-Autoreply: yes"]],
  ["generated", [ADA, "Subject: Re: Hello", "Precedence: auto_reply"]],
  [
    "generated",
    [
      ADA,
      "Subject: We received your message",
      "Auto-Submitted: auto-generated",
      "In-Reply-To: <1@example.net>",
    ],
  ],
  [
    "generated",
    [
      ADA,
      "Subject: Read: Hello",
      'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"',
    ],
  ],
  ["challenge", ["From: Ada <ada@example.com>", "Subject: Please confirm your message"]],
  [
    "list",
    [
      "From: users-bounces@lists.example.org",
      "Subject: Your message to Users awaits moderator approval",
      "Precedence: bulk",
    ],
  ],
])("an automatic reply (%s) is not a bounce: %j (G7)", (form, header) => {
  expect(readReport(mail(...header))).toMatchObject({ kind: "auto-reply", form });
});

test("reports the sender of an automatic reply and the message it replies to", () => {
  const header = [ADA, "Subject: Automatic reply: Hello", "References: <0@example.net> <1@example.net>"];
  expect(readReport(mail(...header))).toEqual({
    kind: "auto-reply",
    form: "out-of-office",
    from: "ada@example.com",
    subject: "Automatic reply: Hello",
    inReplyTo: "1@example.net",
  });
});

test("automatic mail that is not a reply is ordinary mail", () => {
  expect(readReport(mail(ADA, "Subject: Your invoice", "Auto-Submitted: auto-generated")).kind).toBe("other");
  expect(readReport(mail(ADA, "Subject: About automatic replies", "Auto-Submitted: no")).kind).toBe("other");
});

test.each([
  ["a person", [ADA, "Subject: Hello"], true],
  ["a person, with Auto-Submitted: no", [ADA, "Auto-Submitted: no"], true],
  ["a program", [ADA, "Auto-Submitted: auto-generated"], false],
  ["a reply", [ADA, "Auto-Submitted: auto-replied"], false],
  ["an out-of-office note", [ADA, "X-Auto-Response-Suppress: OOF, AutoReply"], false],
  ["a responder", [ADA, "X-Autorespond: yes"], false],
  ["a list", [ADA, "List-Id: <users.lists.example.org>"], false],
  ["bulk mail", [ADA, "Precedence: bulk"], false],
  ["a daemon", ["From: Mail Delivery Subsystem <MAILER-DAEMON@example.com>"], false],
  ["the null sender", ["Return-Path: <>", ADA], false],
  ["a sender without an address", ["Subject: Hello"], false],
])("whether a program may reply to %s (G8)", (_, header, may) => {
  expect(mayBeAnswered(mail(...header), { returnPath: "ada@example.com" })).toBe(may);
  expect(mayBeAnswered(mail(...header), { returnPath: null })).toBe(may);
  // RFC 3834 §2: never to the null sender of the envelope
  expect(mayBeAnswered(mail(...header), { returnPath: "" })).toBe(false);
});
