import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayBeAnswered, readReport } from "./index.ts";

/** The corpus of real bounces. G11: any input is read in bounded time and without an exception. */
const CORPUS = new URL("../../../test/corpora/bounces/", import.meta.url);
const bounces = readdirSync(CORPUS)
  .filter((name) => name.endsWith(".eml"))
  .map((name) => readFileSync(new URL(name, CORPUS)));

const DAEMON = "From: MAILER-DAEMON@mx.example.com\nSubject: failure notice\n";
const TEN_MEGABYTES = 10 * 1024 * 1024;
/** A generous limit in ms, because other tests run on the machine. A regression takes minutes. */
const BOUND_MS = 10_000;

const postfix = readFileSync(new URL("lhost-postfix-33.eml", CORPUS), "latin1");
const filled = (piece: string, bytes = 2 * 1024 * 1024) => piece.repeat(Math.ceil(bytes / piece.length));
const DSN = "Content-Type: multipart/report; report-type=delivery-status; boundary=a\n\n--a\n";

const nested = (type: string, times: number) => {
  let text = "From: a@example.com\n\nhello\n";
  for (let at = 0; at < times; at += 1)
    text = `${DAEMON}Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n${type}\n${text}\n--b${at}--\n`;
  return text;
};

/** A message with `times` attached reports, each with `text` compressed by gzip. */
const reports = ({ type, text, times }: { type: string; text: string; times: number }) => {
  const part = `--a\nContent-Type: application/${type}\nContent-Transfer-Encoding: base64\n\n${gzipSync(text).toString("base64")}\n`;
  return `From: a@example.com\nContent-Type: multipart/mixed; boundary=a\n\n${part.repeat(times)}`;
};
const ALMOST_TEN_MEGABYTES = TEN_MEGABYTES - 100;

const MONSTERS: Record<string, string> = {
  "message/rfc822 fifty times in each other": nested("Content-Type: message/rfc822\n", 50),
  "multipart five thousand times in each other": nested("", 5_000),
  "a DSN of 10 MB": postfix.replace("Nyaaan", filled(`${"x".repeat(76)}\n`, TEN_MEGABYTES)),
  "megabytes of addresses": `${DAEMON}\n${filled("<a@b.example>: 550 5.1.1 no such user\n")}`,
  "megabytes of recipients": `${DAEMON}${DSN}Content-Type: message/delivery-status\n\n${filled("Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\n")}`,
  "X-Failed-Recipients with six thousand addresses": `From: MAILER-DAEMON@mx.example.com\n${Array.from(
    { length: 60 },
    (_, field) =>
      `X-Failed-Recipients: ${Array.from({ length: 100 }, (_, at) => `a${field}x${at}@b.example`).join(", ")}\n`,
  ).join(
    "",
  )}Subject: failure notice\n\n${filled("it said: 5x, was returned, reply with error\n", 64 * 1024)}`,
  "sixty texts in a bounce for thousands": `From: MAILER-DAEMON@mx.example.com\nX-Failed-Recipients: a@b.example, c@d.example\nContent-Type: multipart/mixed; boundary=a\n\n${filled(`--a\n\n${filled("it said: 5x, was returned, reply with error\n", 64 * 1024)}`)}`,
  "a line of 2 MB": `${DAEMON}\n${filled("a@b.")}`,
  "megabytes of blank lines": `${DAEMON}\n${filled("\n")}`,
  "blanks alone": `${DAEMON}\n${filled(" ")}`,
  "megabytes of boundaries": `${DAEMON}${DSN}${filled("--a\n")}`,
  "megabytes of what looks like boundaries": `${DAEMON}${DSN}${filled("--ab\n")}`,
  "a field of 2 MB": `${DAEMON}X-Long: ${filled("could not be ")}\n\nhello`,
  "a subject of 2 MB": `From: MAILER-DAEMON@mx.example.com\nSubject: ${filled("=?utf-8?q?could_not_be?= ")}\n\nhello`,
  "megabytes of fields": `${DAEMON}${filled("X: a\n")}\n\nhello`,
  "megabytes of folding": `${DAEMON}X: a\n${filled(" a\n")}\n\nhello`,
  "megabytes of HTML": `${DAEMON}Content-Type: text/html\n\n${filled("<table><tr><td>")}`,
  "megabytes of headers in the text": `${DAEMON}\n${filled("Received: x\n x\n")}`,
  "DMARC reports of millions of tags": reports({
    type: "gzip",
    text: `<feedback>${filled("<a></a>", ALMOST_TEN_MEGABYTES)}`,
    times: 8,
  }),
  "DMARC reports of one long text": reports({
    type: "gzip",
    text: `<feedback>${filled("&lt;", ALMOST_TEN_MEGABYTES)}</feedback>`,
    times: 8,
  }),
  "TLS reports of millions of lists": reports({
    type: "tlsrpt+gzip",
    text: `[${filled("[],", ALMOST_TEN_MEGABYTES)}[]]`,
    times: 20,
  }),
  "CR alone": postfix.replaceAll("\r\n", "\r").replaceAll("\n", "\r"),
};

describe("hostile messages", () => {
  test.each(Object.entries(MONSTERS))("%s: bounded time (G11)", (_, text) => {
    const raw = Buffer.from(text, "latin1");
    const started = process.cpuUsage();
    const report = readReport(raw);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(BOUND_MS);
    if (report.kind === "bounce") {
      expect(report.recipients.length).toBeLessThanOrEqual(500);
      for (const { reply } of report.recipients) expect(reply.length).toBeLessThanOrEqual(1_000);
    }
  });

  test("a DSN of 10 MB and a DSN with CR as line end are read like the original DSN", () => {
    const { recipients } = readReport(Buffer.from(postfix, "latin1")) as { recipients: unknown };
    for (const name of ["a DSN of 10 MB", "CR alone"])
      expect(readReport(Buffer.from(MONSTERS[name] as string, "latin1"))).toMatchObject({ recipients });
  });

  test("EBCDIC, random octets and an empty message are ordinary mail", () => {
    expect(readReport(Buffer.alloc(0))).toEqual({ kind: "other" });
    const ebcdic = Buffer.from("C6999694 7A40D4C1C9D3C5D960C4C1C5D4D6D5".replaceAll(" ", ""), "hex");
    expect(readReport(Buffer.concat(Array.from({ length: 1_000 }, () => ebcdic)))).toEqual({ kind: "other" });
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        (octets) => readReport(Buffer.from(octets)).kind === "other",
      ),
    );
  });

  test("real bounces with pieces removed, repeated and moved are read without an exception", () => {
    const cut = fc.record({
      at: fc.nat(20_000),
      length: fc.nat(500),
      to: fc.nat(20_000),
      octets: fc.uint8Array({ maxLength: 8 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...bounces),
        fc.array(cut, { minLength: 1, maxLength: 6 }),
        (bounce, cuts) => {
          let raw = bounce.subarray(0, 20_000);
          for (const { at, length, to, octets } of cuts) {
            const piece = raw.subarray(at % raw.length, (at % raw.length) + length);
            raw = Buffer.concat([
              raw.subarray(0, to % raw.length),
              octets,
              piece,
              raw.subarray((to % raw.length) + (length >> 1)),
            ]);
            if (raw.length === 0) return;
          }
          const started = performance.now();
          const report = readReport(raw);
          mayBeAnswered(raw, { returnPath: null });
          expect(performance.now() - started).toBeLessThan(BOUND_MS);
          if (report.kind === "bounce") expect(report.recipients.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("iso-2022-jp is read as text (G11)", () => {
  const text = `${DAEMON}Content-Type: text/plain; charset=iso-2022-jp\n\n<a@b.example>: \x1b$B%f!<%6!<$,$$$^$;$s\x1b(B\n`;
  expect(readReport(Buffer.from(text, "latin1"))).toMatchObject({
    kind: "bounce",
    recipients: [{ address: "a@b.example", reply: expect.stringContaining("ユーザーがいません") }],
  });
});
