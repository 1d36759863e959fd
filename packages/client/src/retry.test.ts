import { describe, expect, test } from "vitest";
import { PosthouseError } from "./posthouse-error.ts";
import { delayBeforeRetry, readRetryAfter } from "./retry.ts";

const failure = (code: string, status?: number, retryAfterMs: number | null = null) =>
  new PosthouseError({ code, message: "", ...(status === undefined ? {} : { status }), retryAfterMs });
const first = { attempts: 1, maxRetries: 3, random: 0 };

describe("what is asked again", () => {
  test.each([
    { error: failure("network_error"), repeatable: true, once: false },
    { error: failure("timeout"), repeatable: true, once: false },
    { error: failure("unavailable", 503), repeatable: true, once: false },
    { error: failure("internal", 500), repeatable: true, once: false },
    { error: failure("unexpected_answer", 502), repeatable: true, once: false },
    { error: failure("unexpected_answer", 408), repeatable: true, once: false },
    { error: failure("rate_limited", 429), repeatable: true, once: true },
    { error: failure("idempotency_in_progress", 409), repeatable: true, once: true },
    { error: failure("idempotency_conflict", 409), repeatable: false, once: false },
    { error: failure("validation_failed", 422), repeatable: false, once: false },
    { error: failure("unauthorized", 401), repeatable: false, once: false },
    { error: failure("not_implemented", 501), repeatable: false, once: false },
    { error: failure("unexpected_answer", 200), repeatable: false, once: false },
    { error: failure("aborted"), repeatable: false, once: false },
    { error: failure("invalid_option"), repeatable: false, once: false },
  ])(
    "$error.code $error.status: $repeatable if it may be done twice, else $once",
    ({ error, repeatable, once }) => {
      expect(delayBeforeRetry({ ...first, error, repeatable: true }) !== null).toBe(repeatable);
      expect(delayBeforeRetry({ ...first, error, repeatable: false }) !== null).toBe(once);
    },
  );
});

describe("how long it waits", () => {
  const delay = (attempts: number, random: number, retryAfterMs: number | null = null) =>
    delayBeforeRetry({
      error: failure("unavailable", 503, retryAfterMs),
      attempts,
      maxRetries: 9,
      repeatable: true,
      random,
    });

  test("twice as long each time, between half of it and all of it, at most 8 s", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => delay(attempts, 0))).toEqual([
      125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000,
    ]);
    expect([1, 2, 9].map((attempts) => delay(attempts, 1))).toEqual([250, 500, 8_000]);
  });

  test("never less than the server wants, and not at all if that is more than a minute", () => {
    expect(delay(1, 0, 3_000)).toBe(3_000);
    expect(delay(1, 1, 3_000)).toBe(3_250);
    expect(delay(1, 0, 60_000)).toBe(60_000);
    expect(delay(1, 0, 60_001)).toBeNull();
  });

  test("no more often than maxRetries", () => {
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
])("RFC 9110 §10.2.3 Retry-After: %s is %s ms", (value, ms) => {
  expect(readRetryAfter(value, Date.parse("2026-11-21T08:30:00Z"))).toBe(ms);
});
