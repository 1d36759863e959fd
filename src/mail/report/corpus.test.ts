import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type BounceRecipient, type Report, readReport } from "./index.ts";

/** 220 real messages of 71 kinds of mail server, with Sisimai's verdict for each of their recipients. */
const CORPUS = new URL("../../../test/corpora/bounces/", import.meta.url);
const BAR = 0.97;

type Verdict = {
  status: string | null;
  reply_code: string | null;
  reason: string;
  hard: boolean;
  feedback_type: string | null;
};

const expected = JSON.parse(readFileSync(new URL("expected.json", CORPUS), "utf8")) as Record<
  string,
  Verdict[]
>;
/** Sisimai verdicts that we dispute: hard requires evidence that the mailbox or the domain does not exist. */
const disputed = JSON.parse(readFileSync(new URL("disputed.json", CORPUS), "utf8")) as Record<
  string,
  { hard: boolean[]; why: string }
>;
for (const [file, { hard }] of Object.entries(disputed))
  for (const [at, verdict] of (expected[file] ?? []).entries()) verdict.hard = hard[at] === true;

const samples = Object.entries(expected).map(([file, verdicts]) => {
  return { file, verdicts, report: readReport(readFileSync(new URL(file, CORPUS))) };
});

test("the corpus is complete", () => {
  const files = readdirSync(CORPUS).filter((name) => name.endsWith(".eml"));
  expect(Object.keys(expected).sort()).toEqual(files.sort());
});

test("bounces have the expected kind, recipients, verdicts and status (G10)", () => {
  const ratios = {
    kind: ratioOf("kind", kindError),
    recipient: ratioOf("recipient", recipientError),
    hardOrSoft: ratioOf("hard or soft", hardError),
    status: ratioOf("status", statusError),
    all: ratioOf(
      "all of it",
      (sample) =>
        [kindError, recipientError, hardError, statusError]
          .map((problem) => problem(sample))
          .find((problem) => problem !== null) ?? null,
    ),
  };
  for (const ratio of Object.values(ratios)) expect(ratio).toBeGreaterThanOrEqual(BAR);
});

test("few verdicts are disputed", () => {
  expect(Object.keys(expected)).toEqual(expect.arrayContaining(Object.keys(disputed)));
  expect(Object.keys(disputed).length / samples.length).toBeLessThan(0.02);
});

test("false hard verdicts are at most 3 in 1,000 (G10)", () => {
  const soft = samples.filter(({ verdicts }) => verdicts.every(({ hard }) => !hard));
  const called = soft.filter(({ report }) => recipientsOf(report).some(({ verdict }) => verdict === "hard"));
  console.info(`false hard verdicts: ${called.map(({ file }) => file).join(", ") || "none"}`);
  expect(called.length / samples.length).toBeLessThanOrEqual(0.003);
});

type Sample = (typeof samples)[number];

function ratioOf(label: string, errorIn: (sample: Sample) => string | null): number {
  const problems = samples.flatMap((sample) => {
    const problem = errorIn(sample);
    return problem === null ? [] : [`${sample.file}: ${problem}`];
  });
  const ratio = (samples.length - problems.length) / samples.length;
  console.info(
    `${label}: ${(ratio * 100).toFixed(1)} %${problems.map((problem) => `\n  ${problem}`).join("")}`,
  );
  return ratio;
}

function kindError({ verdicts, report }: Sample): string | null {
  const reason = verdicts[0]?.reason;
  const kind = reason === "feedback" ? "complaint" : reason === "vacation" ? "auto-reply" : "bounce";
  if (report.kind === "complaint" && report.feedbackType !== verdicts[0]?.feedback_type)
    return report.feedbackType;
  return report.kind === kind ? null : report.kind;
}

/**
 * Checks the recipients. The corpus does not list them, so each address must be the one in `ADDRESSES` or occur in the To of
 * the returned message.
 */
function recipientError({ file, report }: Sample): string | null {
  if (report.kind !== "bounce") return null;
  const known = ADDRESSES[file];
  if (known) return report.recipients.map(({ address }) => address).join() === known ? null : "another";
  const to = report.original?.to?.toLowerCase() ?? "";
  const isNamed = report.recipients.every(({ address, originalAddress }) =>
    [address, originalAddress].some((name) => name && to.includes(name.toLowerCase())),
  );
  return isNamed ? null : report.recipients.map(({ address }) => address).join() || "none";
}

function hardError({ verdicts, report }: Sample): string | null {
  const recipients = recipientsOf(report);
  if (recipients.length === 0) return null;
  const problems = verdicts.filter(
    ({ hard }, at) => hard !== ((recipients[at] ?? recipients[0])?.verdict === "hard"),
  );
  return problems.length === 0
    ? null
    : recipients.map(({ verdict, reason }) => `${verdict} ${reason}`).join(", ");
}

/** Checks the status codes. Sisimai invents X.0.9XX if the bounce has no code. */
function statusError({ verdicts, report }: Sample): string | null {
  const recipients = recipientsOf(report);
  const statuses = verdicts.map(({ status }) =>
    status === null || /^\d\.0\.9\d\d$/.test(status) ? null : status,
  );
  const isRight = recipients.every(({ status }, at) => !statuses[at] || statuses[at] === status);
  return isRight ? null : recipients.map(({ status }) => status).join();
}

function recipientsOf(report: Report): BounceRecipient[] {
  return report.kind === "bounce" ? report.recipients : [];
}

/**
 * The recipients of these messages, determined by hand, because the To of the original is missing, redacted or differs from
 * the envelope.
 */
const ADDRESSES: Record<string, string> = {
  "lhost-apachejames-01.eml": "000000000000@vtext.example.com",
  "lhost-bigfoot-02.eml": "kijitora@example.org",
  "lhost-courier-01.eml": "kijitora@example.co.jp",
  "lhost-courier-04.eml": "kijitora@example.cat",
  "lhost-domino-01.eml": "kijitora@example.jp",
  "lhost-dragonfly-28.eml": "kijitora@example.com",
  "lhost-exchange2003-01.eml": "kijitora@example.jp",
  "lhost-exchange2003-04.eml": "kijitora@example.com",
  "lhost-exchange2007-01.eml": "mikeneko@example.co.jp",
  "lhost-exchange2007-04.eml": "neko-nyaan@example.jp",
  "lhost-exim-01.eml": "kijitora@example.ed.jp",
  "lhost-exim-04.eml": "kijitora@example.ed.jp",
  "lhost-exim-52.eml": "kijitora@example.com",
  "lhost-exim-58.eml": "kijitora@example.us",
  "lhost-ezweb-04.eml": "this-local-part-does-not-exist-on-the-server@ezweb.ne.jp",
  "lhost-ezweb-08.eml": "kijitora-neko-nyaan-22222-cats@hotmail.com",
  "lhost-fml-02.eml": "neko-nyaan@example.org",
  "lhost-googleworkspace-01.eml": "neko-nyaan-cat-meeting@google-groups.example.com",
  "lhost-imailserver-04.eml": "kijitora@example.com",
  "lhost-kddi-01.eml": "kijitora@x0000000000000.dion.ne.jp",
  "lhost-mfilter-04.eml": "kijitora@libisismai.org",
  "lhost-notes-01.eml": "kijitora@u1.example.co.jp",
  "lhost-opensmtpd-01.eml": "apdugoaidugoaidugoaeiudggadi@gmail.com",
  "lhost-opensmtpd-04.eml": "kijitora@neko.example.jp",
  "lhost-outlook-08.eml": "kijitora@hotmail.example.com",
  "lhost-postfix-01.eml": "r@p351355.pool.example.ne.jp",
  "lhost-postfix-30.eml": "kijitora@example.br",
  "lhost-postfix-45.eml": "kijitora@example.net",
  "lhost-postfix-75.eml": "kijitora@libsisimai.net",
  "lhost-postfix-78.eml": "postmaster@libsisimai.org",
  "lhost-qmail-01.eml": "kijitora@example.ne.jp",
  "lhost-qmail-07.eml": "kijitora@example.jp",
  "lhost-qmail-25.eml": "mailboxfull@libsisimai.net,userunknown@libsisimai.net",
  "lhost-sendgrid-01.eml": "kijitora@example.jp",
  "lhost-sendmail-16.eml": "aoduigoadiugoaiugaodiugao@example.org",
  "lhost-sendmail-22.eml": "kijitora@example.net",
  "lhost-v5sendmail-01.eml": "kijitora@example.com",
  "lhost-v5sendmail-04.eml": "kijitora@example.ed.jp,mikeneko@example.ac.jp",
  "lhost-v5sendmail-07.eml": "kijitora@example.org,mikeneko@example.org,hachiware@example.edu",
  "lhost-verizon-01.eml": "0000000000@vzwpix.com",
  "lhost-x2-01.eml": "kijitora@example.co.jp",
  "lhost-x2-04.eml": "kijitora@example.jp",
  "rfc3464-06.eml": "kijitora@example.net",
  "rfc3464-09.eml": "kijitora-cat@mx4.gr3.example.jp",
  "rfc3464-35.eml": "kijitora@nyaan.example.com,sabatora@cat.example.net,mikeneko@neko.example.or.jp",
  "rhost-aol-04.eml": "kijitora@example.co.jp",
  "rhost-facebook-03.eml": "kijitora@facebook.com",
  "rhost-google-04.eml": "kijitora@google.example.com",
  "rhost-microsoft-04.eml": "pseudo-local-part-of-microsoft@outlook.com",
  "rhost-outlook-08.eml": "kijitora@hotmail.example.com",
};
