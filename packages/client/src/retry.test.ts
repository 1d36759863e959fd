import { describe, expect, test } from "vitest";
import { PosthouseError } from "./posthouse-error.ts";
import { delayBeforeRetry, readRetryAfter } from "./retry.ts";

const failure = (code: string, status?: number, retryAfterMs: number | null = null) =>
  new PosthouseError({ code, message: "", ...(status === undefined ? {} : { status }), retryAfterMs });
const first = { attempts: 1, maxRetries: 3, random: 0 };

describe("which errors are retried", () => {
  test.each([
    { error: failure("network_error"), repeatable: true, once: false },
    { error: failure("timeout"), repeatable: true, once: false },
    { error: failure("unavailable", 503), repeatable: true, once: false },
    { error: failure("internal", 500), repeatable: true, once: false },
    { error: failure("unexpected_response", 502), repeatable: true, once: false },
    { error: failure("unexpected_response", 408), repeatable: true, once: false },
    { error: failure("rate_limited", 429), repeatable: true, once: true },
    { error: failure("idempotency_in_progress", 409), repeatable: true, once: true },
    { error: failure("idempotency_conflict", 409), repeatable: false, once: false },
    { error: failure("validation_failed", 422), repeatable: false, once: false },
    { error: failure("unauthorized", 401), repeatable: false, once: false },
    { error: failure("not_implemented", 501), repeatable: false, once: false },
    { error: failure("unexpected_response", 200), repeatable: false, once: false },
    { error: failure("aborted"), repeatable: false, once: false },
    { error: failure("invalid_option"), repeatable: false, once: false },
  ])(
    "$error.code $error.status: $repeatable if repeatable, otherwise $once",
    ({ error, repeatable, once }) => {
      expect(delayBeforeRetry({ ...first, error, repeatable: true }) !== null).toBe(repeatable);
      expect(delayBeforeRetry({ ...first, error, repeatable: false }) !== null).toBe(once);
    },
  );
});

describe("the delay", () => {
  const delay = (attempts: number, random: number, retryAfterMs: number | null = null) =>
    delayBeforeRetry({
      error: failure("unavailable", 503, retryAfterMs),
      attempts,
      maxRetries: 9,
      repeatable: true,
      random,
    });

  test("doubles each time up to 8 s, with jitter down to half", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => delay(attempts, 0))).toEqual([
      125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000,
    ]);
    expect([1, 2, 9].map((attempts) => delay(attempts, 1))).toEqual([250, 500, 8_000]);
  });

  test("is never below Retry-After, and there is no retry if that is over a minute", () => {
    expect(delay(1, 0, 3_000)).toBe(3_000);
    expect(delay(1, 1, 3_000)).toBe(3_250);
    expect(delay(1, 0, 60_000)).toBe(60_000);
    expect(delay(1, 0, 60_001)).toBeNull();
  });

  test("ends after maxRetries", () => {
    expect(delay(9, 0)).not.toBeNull();
    expect(delay(10, 0)).toBeNull();
  });
});

test.each([
  ["2", 2_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 08:30:05 GMT", 5_000],
  ["Sat, 21 Nov 2026 08:00:00 GMT", 0],
  ["soon", null],
  ["-1", null],
  ["", null],
  [null, null],
])("Retry-After: %s is %s ms (RFC 9110 §10.2.3)", (value, ms) => {
  expect(readRetryAfter(value, Date.parse("2026-11-21T08:30:00Z"))).toBe(ms);
});
