import { describe, expect, test } from "vitest";
import { describeReportDay, describeResult } from "./describe-report-day.ts";

const day = {
  day: "2026-01-01",
  kind: "dmarc" as const,
  source: "192.0.2.1",
  messages: 10,
  passed: 10,
  dkim_passed: 10,
  spf_passed: 10,
  quarantined: 0,
  rejected: 0,
  failure: null,
};

describe("describeReportDay", () => {
  test.each([
    [{}, "good", "all aligned"],
    [{ dkim_passed: 0 }, "good", "all aligned, SPF only"],
    [{ spf_passed: 0 }, "good", "all aligned, DKIM only"],
    [{ passed: 7, dkim_passed: 7, spf_passed: 7, rejected: 2 }, "warn", "3 of 10 not aligned; 2 rejected"],
    [
      { passed: 0, dkim_passed: 0, spf_passed: 0, quarantined: 10 },
      "bad",
      "10 of 10 not aligned; 10 quarantined",
    ],
    [
      { messages: 1_000_000, passed: 999_999, dkim_passed: 1, spf_passed: 1 },
      "warn",
      "1 of 1,000,000 not aligned",
    ],
    [{ messages: 0, passed: 0 }, "neutral", "no messages"],
    [{ kind: "tls" as const, dkim_passed: 0, spf_passed: 0 }, "good", "all encrypted"],
    [
      { kind: "tls" as const, passed: 4, failure: "certificate-expired" },
      "warn",
      "6 of 10 failed: certificate-expired",
    ],
  ])("%j is %s: %s", (given, tone, text) => {
    expect(describeReportDay({ ...day, ...given })).toEqual({ tone, text });
  });
});

describe("describeResult", () => {
  test.each([
    [{ kind: "dmarc" as const, messages: 10, passed: 10 }, "good", "all aligned"],
    [{ kind: "dmarc" as const, messages: 10, passed: 0 }, "bad", "10 of 10 not aligned"],
    [{ kind: "tls" as const, messages: 1_000, passed: 997 }, "warn", "3 of 1,000 failed"],
    [{ kind: "tls" as const, messages: 0, passed: 0 }, "neutral", "no sessions"],
  ])("%j is %s: %s", (given, tone, text) => {
    expect(describeResult(given)).toEqual({ tone, text });
  });
});
