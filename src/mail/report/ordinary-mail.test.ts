import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryMessage, arbitraryTextMessage } from "../../../test/harness/arbitrary-mail.ts";
import { buildMessage } from "../mime/index.ts";
import { readReport } from "./index.ts";

/**
 * G10: none of these messages may be read as a bounce or a complaint, whatever words they contain. People and programs write
 * about bounces too.
 */
const CORPUS = new URL("../../../test/corpora/bounces/", import.meta.url);
const GOLDEN = new URL("../mime/golden/", import.meta.url);

const bounces = readdirSync(CORPUS)
  .filter((name) => name.endsWith(".eml"))
  .map((name) => {
    const text = readFileSync(new URL(name, CORPUS), "latin1").replaceAll("\r\n", "\n");
    const end = text.indexOf("\n\n");
    const subject = /^Subject:[ \t]*(.*(?:\n[ \t].*)*)/im.exec(text.slice(0, end))?.[1] ?? "";
    const type =
      /^Content-Type:[ \t]*(.*(?:\n[ \t].*)*)/im.exec(text.slice(0, end))?.[0] ?? "Content-Type: text/plain";
    return { name, text, subject, type, header: text.slice(0, end), body: text.slice(end + 2, end + 20_000) };
  });

const FROM_A_PERSON = [
  "Return-Path: <ada@example.com>",
  "From: Ada Lovelace <ada@example.com>",
  "To: charles@example.net",
  "Message-ID: <1@example.com>",
  "Date: Mon, 2 Mar 2015 10:11:12 +0100",
  "MIME-Version: 1.0",
];
const person = (lines: string[]) =>
  Buffer.from([...FROM_A_PERSON, ...lines].join("\n").replaceAll("\n", "\r\n"), "latin1");

/** The ways in which people, lists and help desks forward a bounce. */
const WAYS: Record<string, (bounce: (typeof bounces)[number]) => Buffer> = {
  "quoted in a reply": ({ subject, body }) =>
    person([
      `Subject: Re: ${subject}`,
      "In-Reply-To: <0@example.net>",
      "",
      "What does this mean?",
      "",
      `> ${body.replaceAll("\n", "\n> ")}`,
    ]),
  "pasted into a mail": ({ subject, body }) =>
    person([`Subject: ${subject}`, "", "Hi, I got this:", "", body]),
  "forwarded in the text": ({ subject, header, body }) =>
    person([`Subject: Fwd: ${subject}`, "", "-------- Forwarded Message --------", header, "", body]),
  "forwarded with its parts": ({ subject, type, body }) =>
    person([
      `Subject: FW: ${subject}`,
      type.replace(/multipart\/report/i, "multipart/mixed").replace(/report-type=[^;]*;?/i, ""),
      "",
      body,
    ]),
  attached: ({ subject, text }) =>
    person([
      `Subject: Fwd: ${subject}`,
      'Content-Type: multipart/mixed; boundary="outer-4711"',
      "",
      "--outer-4711",
      "Content-Type: text/plain",
      "",
      "Undeliverable mail, see attachment: ada@example.com could not be delivered.",
      "--outer-4711",
      "Content-Type: message/rfc822",
      "",
      text,
      "--outer-4711--",
    ]),
  "posted to a list": ({ subject, body }) =>
    Buffer.from(
      [
        "Return-Path: <users-bounces@lists.example.org>",
        "From: Ada <ada@example.com>",
        "Sender: users-bounces@lists.example.org",
        "To: users@lists.example.org",
        "List-Id: <users.lists.example.org>",
        "Precedence: list",
        `Subject: [users] ${subject}`,
        "",
        body,
      ].join("\n"),
      "latin1",
    ),
  "answered by a vacation reply": ({ subject, body }) =>
    Buffer.from(
      [
        "Return-Path: <>",
        "From: Ada <ada@example.com>",
        "Auto-Submitted: auto-replied",
        `Subject: Automatic reply: ${subject.replaceAll(/undeliver|deliver|fail|return|エラー/gi, "")}`,
        "",
        "I am away until May. Your mail has not been forwarded.",
        "",
        `> ${body.replaceAll("\n", "\n> ")}`,
      ].join("\n"),
      "latin1",
    ),
};

describe.each(Object.entries(WAYS))("bounces %s (G10)", (_, wrap) => {
  test("are ordinary mail", () => {
    const misread = bounces.filter((bounce) =>
      ["bounce", "complaint"].includes(readReport(wrap(bounce)).kind),
    );
    expect(misread.map(({ name }) => name)).toEqual([]);
  });
});

test("mail that Posthouse builds is ordinary mail (G10)", () => {
  for (const name of readdirSync(GOLDEN).filter((file) => file.endsWith(".eml")))
    expect(["other", "auto-reply"]).toContain(readReport(readFileSync(new URL(name, GOLDEN))).kind);
  for (const input of [...fc.sample(arbitraryTextMessage, 300), ...fc.sample(arbitraryMessage, 60)])
    expect(["other", "auto-reply"]).toContain(readReport(buildMessage(input)).kind);
});

/** Subjects and sentences of shops, help desks, banks and people, in all combinations. */
const SUBJECTS = [
  "Undeliverable: your parcel",
  "Delivery failed: we missed you",
  "Delivery status of order 4711",
  "Your delivery has been delayed",
  "Returned mail: how we handle letters",
  "Re: Undelivered Mail Returned to Sender",
  "Mail delivery failed: returning message to sender?",
  "failure notice from the bank: card payment",
  "5 reasons why your newsletter is undeliverable",
  "Unzustellbar: Ihr Paket",
  "Your mailbox is almost full",
];
const SENTENCES = [
  "We were unable to deliver your parcel to the following address.",
  "The message could not be delivered to one or more recipients, says my server. What now?",
  "550 5.1.1 <x@example.com>: User unknown is what SMTP servers say.",
  "Your account is over quota; please write to support@example.com.",
  "x@example.com\n    no such user",
  "Final-Recipient: rfc822; x@example.com\nAction: failed\nStatus: 5.1.1",
  "This message was created automatically by mail delivery software.",
  "Hi. This is the qmail-send program at example.com.",
];
const SENDERS = [
  "From: Parcels <no-reply@parcels.example>\nReturn-Path: <bounces+1@parcels.example>",
  "From: Newsletter <news@example.com>\nReturn-Path: <bounce-1@example.com>\nList-Unsubscribe: <https://example.com/u>\nPrecedence: bulk",
  "From: Help Desk <help@example.com>\nReturn-Path: <help@example.com>\nAuto-Submitted: auto-generated",
  "From: Ada <ada@example.com>\nReturn-Path: <ada@example.com>\nIn-Reply-To: <1@example.net>",
];

test("mail from shops, help desks and newsletters about deliveries is ordinary mail (G10)", () => {
  const misread: string[] = [];
  for (const subject of SUBJECTS)
    for (const sentence of SENTENCES)
      for (const sender of SENDERS) {
        const text = `${sender}\nTo: charles@example.net\nSubject: ${subject}\n\n${sentence}\n\nKind regards\n`;
        if (readReport(Buffer.from(text)).kind === "bounce") misread.push(text);
      }
  expect(misread).toEqual([]);
});

test("a reply from a person at postmaster@ is ordinary mail (G7)", () => {
  const mail = `From: Postmaster <postmaster@example.com>
To: charles@example.net
Subject: Re: Undelivered Mail Returned to Sender
In-Reply-To: <1@example.net>

Dear Charles,
your mail to ada@example.com could not be delivered because she has left us. Write to info@example.com.

> 550 5.1.1 <ada@example.com>: User unknown
`;
  expect(readReport(Buffer.from(mail)).kind).toBe("other");
});
