import { expect, test } from "vitest";
import { reasonToRefuseHeader } from "./reason-to-refuse-header.ts";

test.each([
  ["From", "To", "Cc", "Bcc", "Sender", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version"],
  ["Return-Path", "Received", "Received-SPF", "Authentication-Results", "Delivered-To", "X-Original-To"],
  ["Resent-From", "Resent-Message-ID", "ARC-Seal", "ARC-Message-Signature", "DKIM-Signature"],
  ["Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "Content-ID", "Content-"],
  ["X-Posthouse-Idempotency-Key", "X-Posthouse-Anything"],
])("callers cannot set %s and similar headers, in any spelling (C2)", (...names) => {
  for (const name of names) {
    for (const variant of [
      name,
      name.toLowerCase(),
      name.toUpperCase(),
      `${name} `,
      `${name}\t`,
      ` ${name}`,
    ]) {
      expect(reasonToRefuseHeader(variant, "x"), variant).toEqual(expect.stringMatching(/\.$/));
    }
  }
});

test("callers can set any other header (C2)", () => {
  for (const [name, value] of [
    ["List-Unsubscribe", "<https://b.example/u/1>, <mailto:u@b.example?subject=1>"],
    ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
    ["In-Reply-To", "<a@b.example>"],
    ["References", "<a@b.example> <c@d.example>"],
    ["Auto-Submitted", "auto-generated"],
    ["Feedback-ID", "1:2:3:4"],
    ["X-Entity-Ref-ID", "4711"],
    ["Importance", "high"],
    ["X-From", "x"],
    ["Tolls", "x"],
    ["Datebook", "Köln, 東京, 🐎"],
    ["X-Empty", ""],
    ["X", "x".repeat(10_000)],
  ] as const) {
    expect(reasonToRefuseHeader(name, value), name).toBeNull();
  }
});

test("an invalid or dangerous name is refused (C3)", () => {
  const long = `X${"y".repeat(76)}`;
  for (const name of ["", ":", "X Y", "X:", "Ü", "X\r\nBcc", "X\0", "X\u0085", long, "x".repeat(1_000_000)]) {
    expect(reasonToRefuseHeader(name, "value"), name).toContain("A header name has");
  }
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "__defineGetter__"]) {
    expect(reasonToRefuseHeader(name, "value"), name).toContain("reserved");
  }
});

test("a value that would begin another line or is not valid text is refused (C1, C14)", () => {
  for (const odd of [
    "\r",
    "\n",
    "\r\nBcc: e@x.example",
    "\0",
    "\v",
    "\f",
    "\x7f",
    "\u0085",
    "\u2028",
    "\u2029",
  ]) {
    expect(reasonToRefuseHeader("X-Y", `a${odd}b`), JSON.stringify(odd)).toContain("control character");
  }
  expect(reasonToRefuseHeader("X-Y", "\ud800")).toContain("surrogate");
  expect(reasonToRefuseHeader("X-Y", "%0d%0aBcc: e@x.example")).toBeNull();
  expect(reasonToRefuseHeader("X-Y", "x".repeat(10_001))).toContain("10000");
});
