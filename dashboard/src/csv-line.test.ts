import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

test("cells are quoted, and quotes are doubled", () => {
  expect(csvLine([3, "email", 'a "b", c'])).toBe('"3","email","a ""b"", c"\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＠x", '"=1', " =1", "'=1"])(
  "%j is exported as text, not as a formula (J4)",
  (cell) => {
    expect(csvLine([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`);
  },
);

test.each(["a=1", "'hello'", "ada@example.com", ""])("%j stays as it is", (cell) => {
  expect(csvLine([cell])).toBe(`"${cell}"\r\n`);
});
