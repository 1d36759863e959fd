import { expect, test } from "vitest";
import { readNumber } from "./read-number.ts";

test("numbers are read, and text that is not one is sent as typed", () => {
  expect(["90", " 1.5 ", "0"].map(readNumber)).toEqual([90, 1.5, 0]);
  const refused = ["", "1,5", "abc", "Infinity", "0x10", "1e3", "-1"];
  expect(refused.map(readNumber)).toEqual(refused);
});
