import { describe, expect, test } from "vitest";
import { expectLinear } from "../../../../test/harness/expect-linear.ts";
import { meaningOf } from "./index.ts";
import { ROWS } from "./rows.ts";

/** A reply as the client returns it: code, enhanced code, text. */
function replyOf(line: string) {
  const [, code, enhanced] = /^(?:([245]\d\d)[ -])?(?:#?([245]\.\d{1,3}\.\d{1,3}) )?/.exec(line) ?? [];
  return { code: code ? Number(code) : null, enhanced: enhanced ?? null, text: line };
}

describe("every real reply has the meaning of its row", () => {
  const seen = ROWS.flatMap((row) => row.seen.map((line) => ({ line, row })));

  test("the table has enough replies to be useful", () => {
    expect(seen.length).toBeGreaterThan(150);
    expect(new Set(seen.map(({ line }) => line)).size).toBe(seen.length);
  });

  test.each(seen)("$row.reason: $line", ({ line, row }) => {
    expect(meaningOf({ ...replyOf(line), phase: row.phases?.[0] ?? "rcpt" }).reason).toBe(row.reason);
  });
});

const meaning = (line: string, phase: Parameters<typeof meaningOf>[0]["phase"] = "rcpt") =>
  meaningOf({ ...replyOf(line), phase });

test.each([
  "550 5.7.1 Message rejected due to local policy",
  "554 5.7.1 Service unavailable; Client host [203.0.113.2] blocked using zen.spamhaus.org",
  "550-5.7.26 This mail has been blocked because the sender is unauthenticated.",
  "552 5.7.0 This message was blocked because its content presents a potential security issue.",
  "552 5.3.4 Message size exceeds fixed limit",
  "554 5.7.1 <x@example.org>: Relay access denied",
  "550 5.1.8 Sender address rejected: Domain not found",
])("not the recipient's problem: %s (G9)", (line) => {
  expect(meaning(line)).toMatchObject({ hard: false, isRecipientError: false });
});

test.each([
  ["550 5.1.1 <x@example.com>... User unknown", true, true],
  ["550 5.1.2 Host unknown", true, true],
  // The mailbox may be created tomorrow, or the directory may be down: the server itself reports a temporary failure
  ["450 4.1.1 <x@example.com>: Recipient address rejected: User unknown", false, true],
  ["552 5.2.2 Mailbox full", false, true],
  ["550 5.2.1 The email account that you tried to reach is disabled.", false, true],
])("%s: hard %s, recipient error %s", (line, hard, isRecipientError) => {
  expect(meaning(line)).toMatchObject({ hard, isRecipientError });
});

test('"unknown user" without an enhanced code is hard in reply to RCPT, but not to the message', () => {
  expect(meaning("550 Unknown user x@docomo.ne.jp", "rcpt")).toMatchObject({
    reason: "no_such_user",
    hard: true,
  });
  expect(meaning("550 Unknown user x@docomo.ne.jp", "dot")).toMatchObject({
    reason: "filtered",
    hard: false,
  });
});

test("returns how long to wait and whether to slow down", () => {
  expect(meaning("450 4.2.0 <x@example.com>: Recipient address rejected: Greylisted")).toEqual({
    reason: "greylisted",
    hard: false,
    isRecipientError: false,
    slowDown: false,
    retryAfterSeconds: 360,
  });
  expect(meaning("421 4.7.28 Our system has detected an unusual rate of unsolicited mail")).toMatchObject({
    slowDown: true,
    retryAfterSeconds: 3_600,
  });
});

test("is read in linear time for any text", async () => {
  for (const piece of ["a", "your ip ", "sender address ", "mailbox ", "x.", "550 5.", "\n ", "user "])
    await expectLinear(
      (size) => piece.repeat(size),
      25_000,
      (text) => meaningOf({ code: 550, enhanced: null, text, phase: null }),
    );
});
