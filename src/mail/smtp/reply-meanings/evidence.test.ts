import { describe, expect, test } from "vitest";
import type { Phase } from "../outcome.ts";
import { meaningOf, type ReplyFacts } from "./index.ts";
import { ROWS } from "./rows.ts";
import { TRAITS } from "./traits.ts";

const PHASES = Object.keys({
  connect: 0,
  greeting: 0,
  ehlo: 0,
  starttls: 0,
  tls: 0,
  auth: 0,
  mail: 0,
  rcpt: 0,
  data: 0,
  body: 0,
  dot: 0,
  quit: 0,
} satisfies Record<Phase, 0>) as Phase[];
const BEFORE_RCPT = PHASES.slice(0, PHASES.indexOf("rcpt"));

/** All replies of the table, so that a new row is covered automatically. */
const LINES = [...new Set(ROWS.flatMap(({ seen }) => seen))];
const HARD_LINES = [...new Set(ROWS.filter(({ reason }) => TRAITS[reason].hard).flatMap(({ seen }) => seen))];

function meaning(line: string, facts: Partial<ReplyFacts>) {
  const [, code, enhanced] = /^(?:([245]\d\d)[ -])?(?:#?([245]\.\d{1,3}\.\d{1,3}) )?/.exec(line) ?? [];
  return meaningOf({
    code: code ? Number(code) : null,
    enhanced: enhanced ?? null,
    text: line,
    phase: null,
    ...facts,
  });
}

const harmful = (lines: string[], facts: Partial<ReplyFacts>) =>
  lines.filter((line) => {
    const { hard, isRecipientError } = meaning(line, facts);
    return hard || isRecipientError;
  });

describe("no reply blames a recipient before the server has seen it", () => {
  test.each([...BEFORE_RCPT, "quit" as const])("as the reply to %s", (phase) => {
    expect(harmful(LINES, { phase })).toEqual([]);
  });

  test.each([
    "550 5.1.0 Address rejected.",
    "550 5.1.1 User unknown",
    "556 5.1.10 Domain does not accept mail",
    "551 5.1.6 User not local",
  ])("MAIL FROM refused with %s is about the sender", (line) => {
    expect(meaning(line, { phase: "mail" })).toMatchObject({
      reason: "rejected_sender",
      hard: false,
      isRecipientError: false,
    });
  });
});

test.each(["data", "body", "dot"] as const)("one reply to %s for several recipients blames none", (phase) => {
  expect(harmful(LINES, { phase, isForSeveral: true })).toEqual([]);
});

test("words without a code are not hard after the message was offered", () => {
  const plain = HARD_LINES.filter((line) => !/^\d{3}/.test(line) && !line.includes("#5."));
  for (const phase of ["data", "body", "dot"] as const)
    expect(plain.filter((line) => meaning(line, { phase }).hard)).toEqual([]);
});

/** Changes to a hard reply that make it about something other than the recipient. */
const BLAMING: [name: string, blame: (line: string) => string][] = [
  ["MAIL FROM", (line) => `${line} (in reply to MAIL FROM command)`],
  ["the sender", (line) => line.replace(/^((?:\d{3}[ -])?(?:\d\.\d+\.\d+ )?)/, "$1Sender verify failed: ")],
  ["the sender's address", (line) => `${line}: Sender address rejected`],
  ["the sender's domain", (line) => `${line}; sender domain is not acceptable`],
  ["SPF", (line) => `${line} (SPF check failed)`],
  ["DKIM", (line) => `${line}; DKIM: no key for signature`],
  ["DMARC", (line) => `${line}; see DMARC policy of example.net`],
  ["a temporary failure", (line) => `${line}; this is temporary`],
  ["a request to retry later", (line) => `${line}. Please try again later.`],
  ["a resolver that did not respond", (line) => `${line} (DNS lookup timed out)`],
  ["SERVFAIL", (line) => `${line}: SERVFAIL`],
];

describe("a refusal is not hard when it blames", () => {
  test.each(BLAMING)("%s", (_, blame) => {
    for (const phase of ["rcpt", null] as const) {
      const lines = HARD_LINES.map(blame);
      expect(lines.filter((line) => meaning(line, { phase }).hard)).toEqual([]);
    }
  });
});

describe("a name that could not be looked up may still exist", () => {
  test.each([
    "Host or domain name not found. Name service error for name=example.org type=MX: Host not found, try again",
    "Temporary failure in name resolution",
    "550 5.1.2 Host not found, try again",
    "550 5.4.4 DNS lookup of example.org timed out",
    "DNS Error: DNS type 'mx' lookup of example.org responded with code SERVFAIL",
    "Temporary failure in MX lookup",
  ])("%s", (line) => {
    for (const phase of ["rcpt", null] as const)
      expect(meaning(line, { phase })).toMatchObject({ reason: "network", isRecipientError: false });
  });
});

describe("5.1.0 alone does not say which address is wrong", () => {
  test.each(["550 5.1.0 no", "550 5.1.0 Address rejected.", "550 #5.1.0 Address rejected."])("%s", (line) => {
    for (const phase of [...PHASES, null])
      expect(meaning(line, { enhanced: "5.1.0", phase }).hard).toBe(false);
  });

  test("words that name the address are evidence", () => {
    expect(meaning("550 5.1.0 <x@example.com>: User unknown", { phase: "rcpt" }).hard).toBe(true);
  });
});

describe("a reply that names the sender is not about the recipient", () => {
  const facts = { senders: ["bounce-1@news.example.net"], recipient: "x@example.com" };

  test.each([
    "550 5.1.2 Domain news.example.net does not exist",
    "550 5.1.1 <bounce-1@news.example.net>: User unknown",
    "553 news.example.net does not exist",
  ])("%s", (line) => {
    expect(harmful([line], { ...facts, phase: "dot" })).toEqual([]);
    expect(meaning(line, { ...facts, phase: "rcpt" }).hard).toBe(false);
    expect(meaning(line, { ...facts, phase: null }).hard).toBe(false);
  });

  test("unless it also names the recipient, or both share a domain", () => {
    const both = "550 5.1.1 <x@example.com>: User unknown (from bounce-1@news.example.net)";
    expect(meaning(both, { ...facts, phase: "rcpt" }).hard).toBe(true);
    const colleague = { senders: ["y@example.com"], recipient: "x@example.com", phase: "rcpt" as const };
    expect(meaning("550 5.1.1 No such user at example.com", colleague).hard).toBe(true);
  });
});
