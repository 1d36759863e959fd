import { expect, test } from "vitest";
import { providerRows, toneOf } from "./provider-rows.ts";

const row = (provider: string, delivered: number, bounced = 0, complained = 0) => ({
  ...{ provider, delivered, bounced, complained, deferred: 0, expired: 0 },
  bounce_rate: delivered + bounced === 0 ? null : bounced / (delivered + bounced),
  complaint_rate: delivered === 0 ? null : complained / delivered,
  latency_p50_ms: 400,
  latency_p95_ms: 900,
});

test("the providers with the most mail come first, and mail without a recipient's provider is left out", () => {
  const rows = providerRows(
    [row("small.example", 5), row("", 40), row("google.com", 900), row("empty.example", 0)],
    [],
    "2026-11-25",
  );
  expect(rows.map(({ provider }) => provider)).toEqual(["google.com", "small.example"]);
});

test("days without deliveries are zeros of the line, and the last value is today", () => {
  const days = [
    { period: "2026-11-25T00:00:00+01:00", provider: "google.com", delivered: 7 },
    { period: "2026-11-12T00:00:00+01:00", provider: "google.com", delivered: 3 },
    { period: "2026-11-11T00:00:00+01:00", provider: "google.com", delivered: 99 },
  ];
  const [google] = providerRows([row("google.com", 10)], days, "2026-11-25");
  expect(google?.days).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
});

test("deferred attempts are a share of all attempts", () => {
  const [first] = providerRows([{ ...row("a", 60, 15), deferred: 225 }], [], "2026-11-25");
  expect(first?.deferredShare).toBe(0.75);
});

test.each([
  [{ ...row("blocks-all", 0), deferred: 400 }, "deferred", "bad"],
  [{ ...row("a", 3), deferred: 16 }, "deferred", "none"],
  [{ ...row("a", 1, 1), deferred: 400 }, "bounced", "none"],
  [row("a", 1_000, 10), "bounced", "none"],
  [row("a", 1_000, 60), "bounced", "warn"],
  [row("a", 1_000, 200), "bounced", "bad"],
  [row("a", 5, 5), "bounced", "none"],
  [row("a", 1_000, 0, 1), "complained", "warn"],
  [row("a", 1_000, 0, 4), "complained", "bad"],
] as const)("%j: %s is %s", (given, cell, tone) => {
  const [first] = providerRows([given], [], "2026-11-25");
  expect(first && toneOf(first, cell)).toBe(tone);
});
