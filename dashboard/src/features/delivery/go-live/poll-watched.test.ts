import { expect, test } from "vitest";
import type { EmailDetail } from "../../../api-types.ts";
import { pollWatched } from "./poll-watched.ts";

const email = (state: string, nextAttemptAt: string | null = null, ageMs = 5_000) =>
  ({
    status: state,
    created_at: new Date(Date.now() - ageMs).toISOString(),
    scheduled_at: null,
    recipients: [{ state, next_attempt_at: nextAttemptAt }],
  }) as unknown as EmailDetail;
const later = "2026-11-30T12:00:00.000Z";

test.each([
  ["queued", null, 500],
  ["sending", null, 500],
  ["deferred", later, 10_000],
  ["uncertain", later, 10_000],
  ["delivered", null, false],
])("an email that is %s, with the next attempt at %j, is polled every %j ms", (state, next, ms) => {
  expect(pollWatched({ state: { data: email(state, next), status: "success" } })).toBe(ms);
});

test("a failure is polled less often, and not at all without an email", () => {
  expect(pollWatched({ state: { data: email("queued"), status: "error" } })).toBe(15_000);
  expect(pollWatched({ state: { data: undefined, status: "error" } })).toBe(false);
});

test("an email that is still queued after a minute is polled less often", () => {
  expect(pollWatched({ state: { data: email("queued", null, 70_000), status: "success" } })).toBe(2_000);
});
