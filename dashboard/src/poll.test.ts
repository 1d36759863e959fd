import { expect, test } from "vitest";
import { pollEvery } from "./poll.ts";

const waitAfter = (ms: number, data: unknown, status: "pending" | "error" | "success") =>
  pollEvery(ms)({ state: { data, status } });

test("a query with data polls, less often after a failure; without data it does not", () => {
  expect(waitAfter(2_000, {}, "success")).toBe(2_000);
  expect(waitAfter(2_000, {}, "error")).toBe(15_000);
  expect(waitAfter(30_000, {}, "error")).toBe(30_000);
  expect(waitAfter(2_000, undefined, "error")).toBe(false);
});

test("a query whose data decides how often it polls is also slower after a failure, and never without data", () => {
  const interval = pollEvery((ms: number | false) => ms);
  const waitWith = (data: number | false | undefined, status: "error" | "success") =>
    interval({ state: { data, status } });
  expect(waitWith(2_000, "success")).toBe(2_000);
  expect(waitWith(2_000, "error")).toBe(15_000);
  expect(waitWith(false, "error")).toBe(false);
  expect(waitWith(undefined, "error")).toBe(false);
});
