import { expect, test } from "vitest";
import { matchesMx, parseStsPolicy } from "./sts-policy.ts";

const lines = (...given: string[]) => given.join("\r\n");
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
  ["spaces behind", lines("version:STSv1  ", ...rest, "  ", ""), enforce],
  ["another order", lines(...rest, "version: STSv1"), enforce],
  ["a field that is not known", lines("version: STSv1", ...rest, "x-more_1.2: anything: ü"), enforce],
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
])("E26 a policy: %s", (_what, text, rules) => {
  expect(parseStsPolicy(text)).toEqual({ ok: true, rules });
});

test.each([
  ["no version", lines(...rest), "version"],
  ["another version", lines("version: STSv2", ...rest), "version"],
  ["no mode", lines("version: STSv1", "mx: a.example", "max_age: 1"), "mode"],
  ["another mode", lines("version: STSv1", "mode: Enforce", "mx: a.example", "max_age: 1"), "mode"],
  ["no max_age", lines("version: STSv1", "mode: none"), "max_age"],
  ["a max_age that is no number", lines("version: STSv1", "mode: none", "max_age: 1d"), "max_age"],
  ["a max_age below nothing", lines("version: STSv1", "mode: none", "max_age: -1"), "max_age"],
  ["no servers", lines("version: STSv1", "mode: enforce", "max_age: 1"), "names no mail server"],
  [
    "too many servers",
    lines("version: STSv1", ...Array<string>(201).fill("mx: a.example"), ...rest),
    "more than 200",
  ],
  ["a line that is no field", lines("version: STSv1", "hello", ...rest), "no field"],
  ["an empty line in between", lines("version: STSv1", "", ...rest), "no field"],
  ["a space before a colon", lines("version : STSv1", ...rest), "no field"],
  ["a control character", lines("version: STSv1", "mx: a\0.example", ...rest), "no field"],
  ["a star for everything", lines("version: STSv1", "mx: *", ...rest), "cannot be one"],
  ["a star inside", lines("version: STSv1", "mx: a.*.example", ...rest), "cannot be one"],
  ["a part of a label", lines("version: STSv1", "mx: *mx.example", ...rest), "cannot be one"],
  ["a page of the web", "<!doctype html><html></html>", "no field"],
  ["nothing", "", "no field"],
])("E26 no policy: %s", (_what, text, reason) => {
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
])("E26 %s stands for %s: %s", (pattern, host, matches) => {
  expect(matchesMx({ mx: ["other.example", pattern] }, host)).toBe(matches);
});
