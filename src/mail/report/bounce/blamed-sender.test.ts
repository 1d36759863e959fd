import { describe, expect, test } from "vitest";
import { ROWS } from "../../smtp/reply-meanings/rows.ts";
import { TRAITS } from "../../smtp/reply-meanings/traits.ts";
import { type BounceRecipient, readReport } from "../index.ts";

/** All replies of the table with a hard reason. */
const HARD_LINES = [...new Set(ROWS.filter(({ reason }) => TRAITS[reason].hard).flatMap(({ seen }) => seen))];
const RECIPIENT = "ada@recipient.example";
const SENDER = "bounce-1@news.sender.example";

type Wording = { diagnostic: string; status?: string };

/** A bounce as in RFC 3464, as most servers write it. */
function report({ diagnostic, status = "5.0.0" }: Wording): string {
  return [
    `From: MAILER-DAEMON@mx.gateway.example`,
    `To: ${SENDER}`,
    "Subject: Undelivered Mail Returned to Sender",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.gateway.example",
    "",
    `Final-Recipient: rfc822; ${RECIPIENT}`,
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    "",
    "--b--",
    "",
  ].join("\r\n");
}

/** A bounce in plain text, as qmail and Postfix write it for people. */
function plainBounce({ diagnostic }: Wording): string {
  return [
    "From: MAILER-DAEMON@mx.gateway.example",
    `To: ${SENDER}`,
    "Subject: failure notice",
    "",
    "I'm afraid I wasn't able to deliver your message.",
    "",
    `<${RECIPIENT}>:`,
    `host mx.recipient.example[203.0.113.9] said: ${/^\d{3}/.test(diagnostic) ? "" : "550 "}${diagnostic}`,
    "",
  ].join("\r\n");
}

function recipientsOf(message: string): BounceRecipient[] {
  const read = readReport(Buffer.from(message));
  if (read.kind !== "bounce") throw new Error(`read as ${read.kind}`);
  return read.recipients;
}

const BLAMING: [name: string, blame: (line: string) => Wording][] = [
  ["MAIL FROM", (line) => ({ diagnostic: `${line} (in reply to MAIL FROM command)` })],
  [
    "MAIL FROM, as Exim writes it",
    (line) => ({ diagnostic: `error after MAIL FROM:<${SENDER}> SIZE=1024: ${line}` }),
  ],
  ["the greeting", (line) => ({ diagnostic: `host mx refused to talk to me: ${line}` })],
  ["EHLO", (line) => ({ diagnostic: `${line} (in reply to EHLO command)` })],
  ["the sender", (line) => ({ diagnostic: `${line}: Sender address rejected` })],
  ["the sender's domain", (line) => ({ diagnostic: `${line}; sender domain is not acceptable` })],
  ["SPF", (line) => ({ diagnostic: `${line}; SPF record of the domain not found` })],
  ["DKIM", (line) => ({ diagnostic: `${line} (DKIM verification)` })],
  ["DMARC", (line) => ({ diagnostic: `${line}; DMARC` })],
  [
    "a resolver that asks for a retry",
    (line) => ({ diagnostic: `${line}; temporary failure in name resolution` }),
  ],
  ["SERVFAIL", (line) => ({ diagnostic: `${line}; SERVFAIL` })],
];

describe.each([
  ["a delivery status", report],
  ["a bounce in plain text", plainBounce],
])("%s has no hard recipient when it blames", (_, write) => {
  test.each(BLAMING)("%s", (_name, blame) => {
    const harmful = HARD_LINES.filter((line) =>
      recipientsOf(write(blame(line))).some(({ verdict }) => verdict === "hard"),
    );
    expect(harmful).toEqual([]);
  });
});

test.each([
  `Domain news.sender.example does not exist`,
  `550 5.1.1 <${SENDER}>: User unknown`,
  `553 news.sender.example does not exist`,
])("a bounce that names the sender: %s", (diagnostic) => {
  for (const status of ["5.0.0", "5.1.0", "5.1.2"])
    for (const message of [report({ diagnostic, status }), plainBounce({ diagnostic })])
      expect(recipientsOf(message)).toMatchObject([{ address: RECIPIENT, verdict: "soft" }]);
});

test.each(["550 User unknown", "550 5.0.0 User unknown", "550 <ada@recipient.example>... No such user"])(
  "clear words are hard even without a phase and with 5.0.0: %s",
  (diagnostic) => {
    for (const message of [report({ diagnostic }), plainBounce({ diagnostic })])
      expect(recipientsOf(message)).toMatchObject([{ address: RECIPIENT, verdict: "hard" }]);
  },
);

test("5.1.0 without words about an unknown mailbox is not hard", () => {
  for (const diagnostic of ["550 5.1.0 Address rejected.", "550 rejected", "unknown"])
    expect(recipientsOf(report({ diagnostic, status: "5.1.0" }))).toMatchObject([{ verdict: "soft" }]);
});
