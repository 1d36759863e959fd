import { expect, test } from "vitest";
import { clearedCookies, sessionCookies, tokensFromCookies } from "./cookie.ts";

const http = { baseUrl: "http://localhost:3000" };
const https = { baseUrl: "https://mail.example.com" };
const one = "1".repeat(43);
const two = "2".repeat(43);

test("over https the token is also set as a __Host- cookie, which sibling hosts cannot set", () => {
  expect(sessionCookies(one, http)).toEqual([
    `admin_token=${one}; HttpOnly; Path=/; Max-Age=604800; SameSite=Lax`,
  ]);
  const attributes = "HttpOnly; Path=/; Max-Age=604800; SameSite=Lax; Secure";
  expect(sessionCookies(one, https)).toEqual([
    `admin_token=${one}; ${attributes}`,
    `__Host-admin_token=${one}; ${attributes}`,
  ]);
});

test("signing out clears every name that was set", () => {
  const names = (cookies: string[]) => cookies.map((cookie) => cookie.slice(0, cookie.indexOf(";")));
  expect(names(clearedCookies(http))).toEqual(["admin_token="]);
  expect(names(clearedCookies(https))).toEqual(["admin_token=", "__Host-admin_token="]);
});

const browser = { "sec-fetch-site": "same-origin" };

test.each([
  [
    "all values that could be tokens",
    { cookie: `admin_token=x; admin_token=${one}; admin_token=${two}` },
    http,
    [one, two],
  ],
  ["a repeated value once", { cookie: `admin_token=${one}; admin_token=${one}` }, http, [one]],
  [
    "no __Host- cookie over http, where it protects nothing",
    { cookie: `__Host-admin_token=${one}; admin_token=${two}` },
    http,
    [two],
  ],
  [
    "only the __Host- cookie, at any position",
    { cookie: `admin_token=${two}; __Host-admin_token=${one}` },
    https,
    [one],
  ],
  ["admin_token from a program over https", { cookie: `admin_token=${two}` }, https, [two]],
  ["no lone admin_token from a browser over https", { ...browser, cookie: `admin_token=${two}` }, https, []],
  ["the __Host- cookie of a browser", { ...browser, cookie: `__Host-admin_token=${one}` }, https, [one]],
  ["no other spelling of the name", { cookie: `__host-admin_token=${one}; ADMIN_TOKEN=${one}` }, https, []],
  ["nothing without cookies", {}, https, []],
])("takes %s", (_what, headers, options, expected) => {
  expect(tokensFromCookies(headers, options)).toEqual(expected);
});

test("hundreds of values are not all looked up", () => {
  const cookie = Array.from({ length: 300 }, (_, n) => `admin_token=${String(n).padStart(43, "a")}`).join(
    "; ",
  );
  expect(tokensFromCookies({ cookie }, http)).toHaveLength(20);
});
