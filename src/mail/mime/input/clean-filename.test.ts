import { expect, test } from "vitest";
import { cleanFilename } from "./clean-filename.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["Grüße aus Köln.pdf", "Grüße aus Köln.pdf"],
  ["注文 🐎.txt", "注文 🐎.txt"],
  [".env", ".env"],
  ["quotes \"and\" 'more'; x=1.txt", "quotes \"and\" 'more'; x=1.txt"],
  ["../../x", "x"],
  ["/etc/passwd", "passwd"],
  ["C:\\x", "x"],
  ["C:\\Users\\Ada\\x.doc", "x.doc"],
  ["..\\../mixed\\x", "x"],
  ["  blanks.txt . . ", "blanks.txt"],
  // With the mark, this would be shown as "invoicexe.pdf".
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["a\u200e\u200f\u061c\u2066b\u2069.txt", "ab.txt"],
  ["x".repeat(255), "x".repeat(255)],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(251)}.pdf`],
  [`${"日".repeat(300)}.pdf`, `${"日".repeat(83)}.pdf`],
  [`${"🐎".repeat(100)}.tar`, `${"🐎".repeat(62)}.tar`],
  ["x".repeat(300), "x".repeat(255)],
  [`a.${"x".repeat(300)}`, `a.${"x".repeat(253)}`],
  [`.${"x".repeat(300)}`, `.${"x".repeat(254)}`],
])("%.40j is %.40j (C15)", (name, filename) => {
  expect(cleanFilename(name)).toEqual({ ok: true, filename });
});

test.each([
  ["", "not contain a file name"],
  [" ", "not contain a file name"],
  [".", "not contain a file name"],
  ["..", "not contain a file name"],
  ["a/", "not contain a file name"],
  ["a/..", "not contain a file name"],
  ["C:\\", "not contain a file name"],
  ["\u202e", "not contain a file name"],
  ["a\r\nContent-Type: text/html", "control character"],
  ["a\0.txt", "control character"],
  ["a\u0085", "control character"],
  ["a\u2028", "control character"],
  ["a\x7f", "control character"],
  ["\ud800.txt", "surrogate"],
  ["x".repeat(2_001), "longer than 2000"],
])("refuses %.40j (C1, C15)", (name, reason) => {
  expect(cleanFilename(name)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});
