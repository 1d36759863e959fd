import { expect, test } from "vitest";
import { type Endpoint, isLoopback, parseRelayUrl } from "./index.ts";

const DEFAULT: Endpoint = {
  host: "mx.example",
  port: 587,
  tls: "opportunistic",
  auth: null,
  rejectUnauthorized: true,
};
const AUTH = { user: "u", pass: "p" };

test.each<[string, Partial<Endpoint>]>([
  ["smtp://mx.example", {}],
  ["SMTP://MX.example/", { host: "mx.example" }],
  ["smtp://mx.example:25", { port: 25 }],
  ["smtps://mx.example", { port: 465, tls: "implicit" }],
  ["smtps://u:p@mx.example:10465", { port: 10465, tls: "implicit", auth: AUTH }],
  ["smtp://u:p@mx.example", { tls: "required", auth: AUTH }],
  ["smtp://mx.example?tls=required", { tls: "required" }],
  ["smtp://mx.example?tls=none", { tls: "none" }],
  ["smtp://u:p@mx.example?insecure=1", { tls: "required", auth: AUTH, rejectUnauthorized: false }],
  ["smtps://mx.example?insecure=1", { port: 465, tls: "implicit", rejectUnauthorized: false }],
  ["smtp://u:p@localhost:1025", { host: "localhost", port: 1025, auth: AUTH }],
  ["smtp://u:p@127.0.0.1:1025?tls=none", { host: "127.0.0.1", port: 1025, tls: "none", auth: AUTH }],
  ["smtp://u:p@[::1]:1025", { host: "::1", port: 1025, auth: AUTH }],
  ["smtp://[2001:db8::1]:25", { host: "2001:db8::1", port: 25 }],
  ["smtp://mail_pit:1025", { host: "mail_pit", port: 1025 }],
  [
    "smtp://me%40x.example:p%3A%2F%23%25%C3%BC@mx.example",
    { tls: "required", auth: { user: "me@x.example", pass: "p:/#%ü" } },
  ],
  ["smtp://u:p+q=@mx.example", { tls: "required", auth: { user: "u", pass: "p+q=" } }],
])("%s", (url, endpoint) => {
  expect(parseRelayUrl(url)).toEqual({ ok: true, endpoint: { ...DEFAULT, ...endpoint } });
});

test.each([
  ["", /not a URL/],
  ["mx.example", /not a URL/],
  ["mx.example:25", /smtp:\/\//],
  ["http://mx.example", /smtp:\/\//],
  ["smtp://", /host name|not a URL/],
  ["smtp://u:p@", /host name|not a URL/],
  ["smtp://mx..example", /host name/],
  ["smtp://-mx.example", /host name/],
  ["smtp://mx%0d%0a.example", /host name/],
  ["smtp://mx.example:0", /port/],
  ["smtp://mx.example:70000", /not a URL/],
  ["smtp://mx.example/path", /may follow/],
  ["smtp://mx.example#x", /#/],
  ["smtp://u@mx.example", /both/],
  ["smtp://:p@mx.example", /both/],
  ["smtp://u:hunter%2@mx.example", /hex digits/],
  ["smtp://u:hunter%00@mx.example", /NUL/],
  ["smtp://u:hunter@mx.example?tls=none", /clear text/],
  ["smtps://mx.example?tls=none", /smtp:\/\//],
  ["smtp://mx.example?tls=maybe", /none or required/],
  ["smtp://mx.example?insecure=yes", /insecure/],
  ["smtp://mx.example?pool=1", /unknown option "pool"/],
])("%s is rejected with a reason", (url, reason) => {
  const parsed = parseRelayUrl(url);
  expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(parsed)).not.toContain("hunter");
});

test("only names and addresses of this machine are loopback", () => {
  for (const host of ["localhost", "x.localhost", "127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"]) {
    expect(isLoopback(host)).toBe(true);
  }
  for (const host of [
    "localhost.example",
    "127.0.0.1.example",
    "10.0.0.1",
    "0.0.0.0",
    "::",
    "::2",
    "1270.0.0.1",
    "",
  ]) {
    expect(isLoopback(host)).toBe(false);
  }
});
