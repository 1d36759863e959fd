import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [1_536, "1.5 kB"],
  [104_448, "102 kB"],
  [1_048_576, "1 MB"],
  [31_457_280, "30 MB"],
  [5_000_000_000_000, "4,657 GB"],
])("%d is %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
