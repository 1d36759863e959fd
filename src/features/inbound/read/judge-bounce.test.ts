import { describe, expect, test } from "vitest";
import type { BounceRecipient, Verdict } from "../../../mail/report/index.ts";
import { judgeBounce } from "./judge-bounce.ts";

function said(
  address: string | null,
  verdict: Verdict,
  originalAddress: string | null = null,
): BounceRecipient {
  return {
    address,
    originalAddress,
    verdict,
    action: "failed",
    status: null,
    code: null,
    reply: "",
    host: null,
    reason: "unknown" as BounceRecipient["reason"],
    isRecipientError: verdict === "hard",
  };
}
const judge = (recipients: BounceRecipient[]) =>
  judgeBounce(
    { kind: "bounce", recipients, original: null, envelopeId: null, reportingHost: null },
    "Ada@example.com",
  );

describe("a bounce counts for the recipient of its return path (G4)", () => {
  test.each([
    ["the recipient", [said("ada@EXAMPLE.com", "hard")], "hard"],
    ["another address, to which mail was forwarded", [said("ada@forwarded.test", "hard")], "hard"],
    ["no address", [said(null, "hard")], "hard"],
    [
      "the recipient among others",
      [said("bob@example.com", "hard"), said("ada@example.com", "delayed")],
      "delayed",
    ],
    [
      "the recipient as the original address",
      [said("x@y.test", "soft", "ada@example.com"), said("z@y.test", "hard")],
      "soft",
    ],
    ["the recipient twice", [said("ada@example.com", "delayed"), said("ada@example.com", "hard")], "hard"],
    ["several other addresses", [said("a@list.test", "hard"), said("b@list.test", "delivered")], "soft"],
    ["no recipient at all", [], undefined],
  ] as const)("naming %s", (_, recipients, verdict) => {
    expect(judge([...recipients])?.verdict).toBe(verdict);
  });
});
