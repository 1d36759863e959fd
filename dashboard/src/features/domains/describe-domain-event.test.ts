import { expect, test } from "vitest";
import { describeDomainEvent } from "./describe-domain-event.ts";

test.each([
  ["domain.verified", { by: "operator" }, "Verified", "by whoever runs this server"],
  ["domain.verified", { by: "dns" }, "Verified", "by its DNS"],
  ["domain.lost", { reason: "proof_missing" }, "No longer verified", "its token was missing for three days"],
  [
    "domain.lost",
    { reason: "proven_by_another_account" },
    "No longer verified",
    "another account has proven it",
  ],
  ["record.broken", { record: "spf", name: "example.com" }, "Record lost", "example.com"],
  ["keys.rotated", { by: "the calendar" }, "Keys rotated", "by the calendar"],
  ["something.new", { x: 1 }, "something.new", null],
])("%s %j reads “%s”, “%s”", (type, detail, title, words) => {
  expect(describeDomainEvent({ type, detail })).toMatchObject({ title, detail: words });
});
