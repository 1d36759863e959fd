import { describe, expect, test } from "vitest";
import { readReport } from "../index.ts";

const lines = (...all: string[]) => Buffer.from(all.join("\r\n"));

/** RFC 5965 appendix B.2 */
const ARF = [
  "From: <abusedesk@example.com>",
  "Subject: FW: Earn money",
  "To: <abuse@example.net>",
  "MIME-Version: 1.0",
  "Content-Type: multipart/report; report-type=feedback-report;",
  '     boundary="part1_13d.2e68ed54_boundary"',
  "",
  "--part1_13d.2e68ed54_boundary",
  'Content-Type: text/plain; charset="US-ASCII"',
  "",
  "This is an email abuse report for an email message received from IP 192.0.2.1.",
  "--part1_13d.2e68ed54_boundary",
  "Content-Type: message/feedback-report",
  "",
  "Feedback-Type: abuse",
  "User-Agent: SomeGenerator/1.0",
  "Version: 1",
  "Original-Mail-From: <somespammer@example.net>",
  "Original-Rcpt-To: <user@example.com>",
  "Arrival-Date: Thu, 8 Mar 2005 14:00:00 EDT",
  "Reporting-MTA: dns; mail.example.com",
  "Source-IP: 192.0.2.1",
  "Reported-Domain: example.net",
  "",
  "--part1_13d.2e68ed54_boundary",
  "Content-Type: message/rfc822",
  "",
  "From: <somespammer@example.net>",
  "Message-ID: <8787KJKJ3K4J3K4J3K4J3.mail@example.net>",
  "X-Token: 4711",
  "Subject: Earn money",
  "To: <Undisclosed Recipients>",
  "",
  "Spam Spam Spam",
  "--part1_13d.2e68ed54_boundary--",
];

test("RFC 5965 appendix B.2", () => {
  expect(readReport(lines(...ARF))).toMatchObject({
    kind: "complaint",
    feedbackType: "abuse",
    recipients: ["user@example.com"],
    mailFrom: "somespammer@example.net",
    userAgent: "SomeGenerator/1.0",
    sourceIp: "192.0.2.1",
    reportedDomain: "example.net",
    arrivedAt: "Thu, 8 Mar 2005 14:00:00 EDT",
    original: {
      messageId: "8787KJKJ3K4J3K4J3K4J3.mail@example.net",
      headers: expect.arrayContaining([["x-token", "4711"]]),
    },
  });
});

test.each([
  ["fraud", "fraud"],
  ["Not-Spam", "not-spam"],
  ["auth-failure", "auth-failure"],
  ["opt-out-list", "opt-out"],
  ["nonsense", "other"],
])("Feedback-Type: %s", (written, feedbackType) => {
  const report = ARF.map((line) => line.replace("Feedback-Type: abuse", `Feedback-Type: ${written}`));
  expect(readReport(lines(...report))).toMatchObject({ kind: "complaint", feedbackType });
});

test("a report labeled text/plain", () => {
  const report = ARF.map((line) => line.replace("message/feedback-report", "text/plain"));
  expect(readReport(lines(...report))).toMatchObject({ kind: "complaint", recipients: ["user@example.com"] });
});

test("Microsoft's Junk Mail Reporting Program", () => {
  const report = lines(
    "From: <staff@hotmail.com>",
    "Subject: complaint about message from 203.0.113.2",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "X-HmXmrOriginalRecipient: <ada@hotmail.com>",
    "Return-Path: <bounce-1@example.net>",
    "Message-ID: <1@example.net>",
    "",
    "--b--",
  );
  expect(readReport(report)).toMatchObject({
    kind: "complaint",
    feedbackType: "abuse",
    recipients: ["ada@hotmail.com"],
    mailFrom: "bounce-1@example.net",
    sourceIp: "203.0.113.2",
    original: { messageId: "1@example.net" },
  });
});

const sns = (notification: unknown) =>
  lines(
    "From: AWS Notifications <no-reply@sns.amazonaws.com>",
    "Subject: AWS Notification Message",
    "",
    JSON.stringify(notification),
    "",
    "--",
    "If you wish to stop receiving notifications",
  );

test("Amazon SES, in a mail from SNS", () => {
  expect(
    readReport(
      sns({
        notificationType: "Complaint",
        complaint: { complainedRecipients: [{ emailAddress: "ada@example.com" }] },
        mail: { source: "b@example.net" },
      }),
    ),
  ).toMatchObject({ kind: "complaint", recipients: ["ada@example.com"], mailFrom: "b@example.net" });
  expect(
    readReport(
      sns({
        notificationType: "Bounce",
        bounce: {
          bouncedRecipients: [
            {
              emailAddress: "ada@example.com",
              action: "failed",
              status: "5.1.1",
              diagnosticCode: "smtp; 550 5.1.1 user unknown",
            },
          ],
        },
      }),
    ),
  ).toMatchObject({
    kind: "bounce",
    recipients: [{ address: "ada@example.com", verdict: "hard", status: "5.1.1", code: 550 }],
  });
  for (const other of [
    null,
    [],
    "x",
    { notificationType: "Bounce" },
    { notificationType: "Bounce", bounce: { bouncedRecipients: [1, null] } },
  ])
    expect(readReport(sns(other))).toEqual({ kind: "other" });
});

test.each([
  [undefined, "abuse"],
  [null, "abuse"],
  ["abuse", "abuse"],
  ["fraud", "fraud"],
  ["not-spam", "not-spam"],
  ["auth-failure", "auth-failure"],
  ["virus", "virus"],
  ["opt-out", "opt-out"],
  ["something new", "other"],
])("Amazon SES's feedback type %j is read as %s", (complaintFeedbackType, feedbackType) => {
  const complaint = { complainedRecipients: [{ emailAddress: "ada@example.com" }], complaintFeedbackType };
  expect(readReport(sns({ notificationType: "Complaint", complaint }))).toMatchObject({ feedbackType });
});

describe("Amazon SES, by mail", () => {
  const bounce = {
    notificationType: "Bounce",
    bounce: {
      bounceType: "Permanent",
      bounceSubType: "General",
      bouncedRecipients: [
        {
          emailAddress: "ada@example.com",
          action: "failed",
          status: "5.1.1",
          diagnosticCode: "smtp; 550 5.1.1 user unknown",
        },
      ],
    },
    mail: { source: "bounce@example.net", messageId: "0100-1" },
  };
  const hard = { kind: "bounce", recipients: [{ address: "ada@example.com", verdict: "hard" }] };
  const mail = (from: string, ...body: string[]) =>
    readReport(lines(`From: ${from}`, "Subject: AWS Notification Message", ...body));

  test.each([
    "AWS Notifications <no-reply@sns.amazonaws.com>",
    "no-reply@sns.eu-west-1.amazonaws.com",
    "no-reply@sns.cn-north-1.amazonaws.com.cn",
    "MAILER-DAEMON@amazonses.com",
    "MAILER-DAEMON@us-west-2.amazonses.com",
  ])("from %s", (from) => {
    expect(mail(from, "", JSON.stringify(bounce))).toMatchObject(hard);
  });

  test("wrapped in SNS's JSON, indented, folded, and in one part of several", () => {
    const from = "no-reply@sns.amazonaws.com";
    const wrapped = JSON.stringify({ Type: "Notification", Message: JSON.stringify(bounce) });
    expect(mail(from, "", wrapped)).toMatchObject(hard);
    expect(mail(from, "", ...JSON.stringify(bounce, null, 2).split("\n"))).toMatchObject(hard);
    expect(mail(from, "", ...(JSON.stringify(bounce).match(/.{1,70}/g) ?? []))).toMatchObject(hard);
    const parts = ["--b", "Content-Type: text/html", "", "<p>See below</p>", "--b", "", wrapped, "--b--"];
    expect(mail(from, "Content-Type: multipart/mixed; boundary=b", "", ...parts)).toMatchObject(hard);
  });

  test("a delivery status from MAILER-DAEMON@amazonses.com", () => {
    const report = [
      "From: MAILER-DAEMON@amazonses.com",
      "Subject: Delivery Status Notification (Failure)",
      "Content-Type: multipart/report; boundary=b; report-type=delivery-status",
      "",
      "--b",
      "",
      "An error occurred while trying to deliver the mail to the following recipients:",
      "ada@example.com",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dsn; a8-1.smtp-out.amazonses.com",
      "",
      "Final-Recipient: rfc822; ada@example.com",
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 user unknown",
      "--b--",
    ];
    expect(readReport(lines(...report))).toMatchObject(hard);
    // The plain form has no fields.
    const plain = [...report.slice(0, 2), "", ...report.slice(6, 8), "smtp; 550 5.1.1 user unknown"];
    expect(readReport(lines(...plain))).toMatchObject(hard);
  });

  test("a domain that only ends like Amazon's is not trusted", () => {
    expect(mail("no-reply@notamazonses.com", "", JSON.stringify(bounce))).toEqual({ kind: "other" });
  });
});
