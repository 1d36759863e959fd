import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";

test("a cursor comes back as it was made", () => {
  expect(decodeCursor(encodeCursor(["a", "ü"]), 2)).toEqual(["a", "ü"]);
});

test.each([
  ["", 1],
  ["x", 1],
  [encodeCursor(["a"]), 2],
  [`${encodeCursor(["a"])}=`, 1],
  [Buffer.from('{"a":1}').toString("base64url"), 1],
  [Buffer.from("[1]").toString("base64url"), 1],
  [Buffer.from('[ "a" ]').toString("base64url"), 1],
])("%j is none of ours (C34)", (text, length) => {
  expect(decodeCursor(text, length)).toBeNull();
});
