import { expect, test } from "vitest";
import { nextPath } from "./next-path.ts";

const origin = "https://mail.example.com";

test.each([
  [undefined, "/"],
  ["/", "/"],
  ["/emails?status=bounced#top", "/emails?status=bounced#top"],
  ["/settings/keys", "/settings/keys"],
  ["/signin?next=%2F%2Fevil.example", "/signin?next=%2F%2Fevil.example"],
])("%s stays a path of the dashboard", (next, path) => {
  expect(nextPath(next, origin)).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
  "evil.example",
  "",
])("%j leads to the start page, never to another origin (A25)", (next) => {
  expect(nextPath(next, origin)).toBe("/");
});
