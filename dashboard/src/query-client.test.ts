import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { isWorthRetrying } from "./query-client.ts";

const failure = (status: number) =>
  new ApiError({ status, code: "some_code", message: "It failed.", fields: [], requestId: null });

test.each([
  ["no response", 0, true],
  ["a failed server", 503, true],
  ["a proxy's timeout", 504, false],
  ["a refusal", 409, false],
])("after %s, a query is retried: %s → %s", (_, status, expected) => {
  expect(isWorthRetrying(0, failure(status))).toBe(expected);
});

test("a query is retried twice", () => {
  expect([0, 1, 2].map((count) => isWorthRetrying(count, failure(503)))).toEqual([true, true, false]);
});
