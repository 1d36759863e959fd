import { expect, test } from "vitest";
import { readWindows } from "./csv-pages.ts";

const idOf = (n: number) => String(n).padStart(4, "0");

/** Reads a list with the ids 1 to `length` through windows of 100 rows, 10 matches at a time. */
async function read(length: number, isMatch: (n: number) => boolean) {
  const ids = Array.from({ length }, (_, n) => idOf(n + 1)).reverse();
  let loads = 0;
  const found: string[] = [];
  const pages = readWindows({
    fromId: idOf(0),
    beforeId: "9999",
    pageRows: 10,
    endOfWindow: async (beforeId) => ids.filter((id) => id < beforeId)[99] ?? null,
    load: async ({ fromId, beforeId }) => {
      loads += 1;
      const range = ids.filter((id) => id >= fromId && id < beforeId && isMatch(Number(id)));
      return range.slice(0, 10).map((id) => ({ id }));
    },
  });
  for await (const rows of pages) found.push(...rows.map(({ id }) => id));
  return { found, loads, expected: ids.filter((id) => isMatch(Number(id))) };
}

test.each([
  ["an empty list", 0, () => true],
  ["one row", 1, () => true],
  ["a list of one window", 100, () => true],
  ["a list of several windows", 250, () => true],
  ["matches at the borders of windows", 250, (n: number) => [1, 50, 51, 150, 151, 250].includes(n)],
  ["no match", 1_000, () => false],
])("%s is read once, newest first", async (_, length, isMatch) => {
  const { found, expected } = await read(length, isMatch);
  expect(found).toEqual(expected);
});

test("rare matches need one step for each window, common ones about one for each page", async () => {
  expect((await read(1_000, (n) => n % 300 === 0)).loads).toBeLessThanOrEqual(11);
  expect((await read(1_000, () => true)).loads).toBeLessThanOrEqual(101);
});
