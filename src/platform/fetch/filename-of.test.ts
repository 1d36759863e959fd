import { expect, test } from "vitest";
import { filenameOf } from "./filename-of.ts";

test.each([
  ["/a/report.pdf", undefined, "report.pdf"],
  ["/a/Jahr%20%C3%BC.pdf", undefined, "Jahr ü.pdf"],
  ["/a/%E0%A4%A", undefined, "%E0%A4%A"],
  ["/a/", undefined, null],
  ["/x", 'attachment; filename="a b.pdf"', "a b.pdf"],
  ["/x", 'attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ["/x", "attachment; filename=a.pdf; size=3", "a.pdf"],
  ["/x", "attachment; filename=a.pdf; filename*=UTF-8''%E2%82%AC.pdf", "€.pdf"],
  ["/x", "attachment; filename*=utf-8'en'a%20b.pdf; filename=z", "a b.pdf"],
  ["/x", "attachment", "x"],
  ["/x", 'attachment; filename=""', "x"],
])("%s with %s has the name %s", (path, disposition, name) => {
  const headers = disposition === undefined ? {} : { "content-disposition": disposition };
  expect(filenameOf(new URL(path, "https://example.com"), headers)).toBe(name);
});
