import { expect, test } from "vitest";
import { ReplyDeadline } from "./reply-deadline.ts";

test.each([
  ["the only timeout", [60]],
  ["the last one, after a shorter one", [30, 60]],
  ["the last one, after a longer one", [5_000, 60]],
])("a passed deadline is reported with its timeout: %s", async (_what, timeouts) => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const deadline = new ReplyDeadline(() => true, resolve);
  for (const timeoutMs of timeouts) deadline.set(timeoutMs);
  expect(await promise).toBe(60);
});
