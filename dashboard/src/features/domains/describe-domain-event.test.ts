import { expect, test } from "vitest";
import { describeDomainEvent } from "./describe-domain-event.ts";

test.each([
  ["domain.verified", { by: "operator" }, "Verified", "by the operator"],
  ["domain.verified", { by: "dns" }, "Verified", "by DNS record"],
  ["domain.lost", { reason: "token_missing" }, "Verification lost", "verification record missing for 3 days"],
  [
    "domain.lost",
    { reason: "proven_by_another_account" },
    "Verification lost",
    "verified by another account",
  ],
  ["record.broken", { record: "spf", name: "example.com" }, "Record lost", "example.com"],
  ["keys.rotated", { by: "the calendar" }, "Keys rotated", "by the calendar"],
  ["something.new", { x: 1 }, "something.new", null],
])("%s %j reads “%s”, “%s”", (type, detail, title, words) => {
  expect(describeDomainEvent({ type, detail })).toMatchObject({ title, detail: words });
});
