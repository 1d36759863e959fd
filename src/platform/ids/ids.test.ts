import { expect, test } from "vitest";
import { firstIdAt, isId, LAST_ID, newId, timeOfId } from "./ids.ts";

test("timeOfId returns the time in an id, and firstIdAt the first id of a time", () => {
  const before = Date.now();
  const id = newId();
  const time = timeOfId(id);
  expect(time.getTime()).toBeGreaterThanOrEqual(before);
  expect(time.getTime()).toBeLessThanOrEqual(Date.now());
  expect(firstIdAt(time) <= id && id < firstIdAt(new Date(time.getTime() + 1))).toBe(true);
  expect(timeOfId(firstIdAt(time))).toEqual(time);
  expect(id < LAST_ID).toBe(true);
});

test("later ids sort above earlier ones, even within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => timeOfId(id).getTime())).size).toBeLessThan(ids.length / 10);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.each([
  "",
  "x",
  "01a1fc0b98e973b7b9fd726d62cf8357",
  "01a1fc0b-98e9-73b7-b9fd-726d62cf835g",
  `${newId()} `,
])("%j is not an id", (text) => expect(isId(text)).toBe(false));
