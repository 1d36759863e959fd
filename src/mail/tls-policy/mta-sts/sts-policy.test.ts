import { expect, test } from "vitest";
import { matchesMx, parseStsPolicy } from "./sts-policy.ts";

const lines = (...texts: string[]) => texts.join("\r\n");
const rest = ["mode: enforce", "mx: mx.example.com", "max_age: 604800"];
const enforce = { mode: "enforce", mx: ["mx.example.com"], maxAgeSeconds: 604_800 };

test.each([
  [
    "the RFC's example",
    lines(
      "version: STSv1",
      "mode: enforce",
      "mx: mail.example.com",
      "mx: *.example.net",
      "mx: backupmx.example.com",
      "max_age: 604800",
      "",
    ),
    { ...enforce, mx: ["mail.example.com", "*.example.net", "backupmx.example.com"] },
  ],
  ["line ends without CR", ["version: STSv1", ...rest].join("\n"), enforce],
  ["spaces at line ends", lines("version:STSv1  ", ...rest, "  ", ""), enforce],
  ["another order", lines(...rest, "version: STSv1"), enforce],
  ["an unknown field", lines("version: STSv1", ...rest, "x-more_1.2: anything: ü"), enforce],
  [
    "a field twice, the first of which counts",
    lines("version: STSv1", ...rest, "mode: none", "max_age: 1"),
    enforce,
  ],
  [
    "upper case in a name",
    lines("version: STSv1", "mode: enforce", "mx: MX.Example.COM", "max_age: 604800"),
    enforce,
  ],
  [
    "none, without servers",
    lines("version: STSv1", "mode: none", "max_age: 60"),
    { mode: "none", mx: [], maxAgeSeconds: 60 },
  ],
  [
    "longer than a year",
    lines("version: STSv1", "mode: none", "max_age: 9999999999"),
    { mode: "none", mx: [], maxAgeSeconds: 31_557_600 },
  ],
])("a policy: %s (E26)", (_what, text, rules) => {
  expect(parseStsPolicy(text)).toEqual({ ok: true, rules });
});

test.each([
  ["no version", lines(...rest), "version"],
  ["another version", lines("version: STSv2", ...rest), "version"],
  ["no mode", lines("version: STSv1", "mx: a.example", "max_age: 1"), "mode"],
  ["another mode", lines("version: STSv1", "mode: Enforce", "mx: a.example", "max_age: 1"), "mode"],
  ["no max_age", lines("version: STSv1", "mode: none"), "max_age"],
  ["a max_age that is not a number", lines("version: STSv1", "mode: none", "max_age: 1d"), "max_age"],
  ["a negative max_age", lines("version: STSv1", "mode: none", "max_age: -1"), "max_age"],
  ["no servers", lines("version: STSv1", "mode: enforce", "max_age: 1"), "names no mail server"],
  [
    "too many servers",
    lines("version: STSv1", ...Array<string>(201).fill("mx: a.example"), ...rest),
    "more than 200",
  ],
  ["a line that is not a field", lines("version: STSv1", "hello", ...rest), "not a field"],
  ["an empty line in between", lines("version: STSv1", "", ...rest), "not a field"],
  ["a space before a colon", lines("version : STSv1", ...rest), "not a field"],
  ["a control character", lines("version: STSv1", "mx: a\0.example", ...rest), "not a field"],
  ["a star for everything", lines("version: STSv1", "mx: *", ...rest), "invalid"],
  ["a star inside", lines("version: STSv1", "mx: a.*.example", ...rest), "invalid"],
  ["a part of a label", lines("version: STSv1", "mx: *mx.example", ...rest), "invalid"],
  ["a web page", "<!doctype html><html></html>", "not a field"],
  ["nothing", "", "not a field"],
])("not a policy: %s (E26)", (_name, text, reason) => {
  expect(parseStsPolicy(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test.each([
  ["mx.example.com", "mx.example.com", true],
  ["mx.example.com", "MX.Example.com.", true],
  ["mx.example.com", "mx2.example.com", false],
  ["*.example.com", "mx.example.com", true],
  ["*.example.com", "a.mx.example.com", false],
  ["*.example.com", "example.com", false],
  ["*.example.com", "mxexample.com", false],
  ["*.com", "mx.example.com", false],
  ["*.mx", "mx", false],
])("%s matches %s: %s (E26)", (pattern, host, matches) => {
  expect(matchesMx({ mx: ["other.example", pattern] }, host)).toBe(matches);
});
