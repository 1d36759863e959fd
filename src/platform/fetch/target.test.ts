import { expect, test } from "vitest";
import { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";
import { isInsideName, readTarget, reasonToRefuseUrl } from "./target.ts";

test.each([
  ["https://example.com", "example.com", 443],
  ["https://example.com./file.pdf?a=b#c", "example.com", 443],
  ["https://EXAMPLE.com:8443/a@b", "example.com", 8443],
  ["HTTPS://bücher.example/", "xn--bcher-kva.example", 443],
  ["https://[2606:4700::1111]/", "2606:4700::1111", 443],
])("%s leads to %s", (text, host, port) => {
  expect(readTarget(text)).toMatchObject({ ok: true, target: { host, port } });
  expect(reasonToRefuseUrl(text)).toBeNull();
});

test.each([
  ["user info (I5)", "https://a@example.com/", "must not contain a user name"],
  ["user info and password (I5)", "https://a:b@example.com/", "must not contain a user name"],
  ["empty user info (I5)", "https://@example.com/", "must not contain a user name"],
  ["two at signs (I5)", "https://public.example@127.0.0.1@public.example/", "must not contain a user name"],
  ["a backslash (I5)", "https://public.example\\@127.0.0.1/", "must not contain spaces"],
  ["a tab (I5)", "https://127.0\t.0.1/", "must not contain spaces"],
  ["a line feed (I5)", "https://example.com/\nHost: x", "must not contain spaces"],
  ["a leading space (I5)", " https://example.com/", "must not contain spaces"],
  ["a no-break space (I5)", "https://example.com/\u00a0", "must not contain spaces"],
  ["NUL (I5)", "https://example.com/\0", "must not contain spaces"],
  ["a full-width slash (I5)", "https://example.com\uff0f/", "must be a URL"],
  ["no slashes (I5)", "https:example.com", "must be a URL"],
  ["one slash (I5)", "https:/example.com", "must be a URL"],
  ["three slashes (I5)", "https:///example.com", "must name a host"],
  ["port 0 (I5)", "https://example.com:0/", "must use port"],
  ["SMTP (I5)", "https://example.com:25/", "must use port"],
  ["SSH (I5)", "https://example.com:22/", "must use port"],
  ["Redis (I5)", "https://example.com:6379/", "must use port"],
  ["a port out of range (I5)", "https://example.com:65536/", "must be a URL"],
  ["http (I6)", "http://example.com/", "must begin with https://"],
  ["http to SMTP (I6)", "http://example.com:25/", "must begin with https://"],
  ["file (I6, C16)", "file:///etc/passwd", "must begin with https://"],
  ["data (I6, C16)", `data:text/plain,${"x".repeat(100)}`, "must be a URL"],
  ["huge data (I6, C16)", `data:text/plain,${"x".repeat(1_000_000)}`, "must have at most"],
  ["ftp (I6)", "ftp://example.com/", "must begin with https://"],
  ["gopher (I6)", "gopher://example.com:6379/_x", "must begin with https://"],
  ["javascript (I6)", "javascript:alert(1)", "must be a URL"],
  ["view-source (I6)", "view-source:https://example.com", "must be a URL"],
  ["no scheme (I6)", "//example.com/", "must be a URL"],
  ["a path (I6)", "/etc/passwd", "must be a URL"],
  ["an empty string (I6)", "", "must be a URL"],
  ["localhost (I2)", "https://localhost/", "not on the public internet"],
  ["localhost with a dot (I2)", "https://localhost./", "not on the public internet"],
  ["a subdomain of localhost (I2)", "https://a.LOCALHOST/", "not on the public internet"],
  ["Google's metadata (I14)", "https://metadata.google.internal/", "not on the public internet"],
  ["Google's metadata, dotted (I14)", "https://metadata.google.internal./", "not on the public internet"],
])("%s is refused", (_what, text, reason) => {
  expect(reasonToRefuseUrl(text)).toContain(reason);
});

test.each([
  "https://2130706433/",
  "https://0x7f000001/",
  "https://017700000001/",
  "https://0177.0.0.1/",
  "https://0x7f.1/",
  "https://127.1/",
  "https://127.0.0.1./",
  "https://0/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::]/",
  "https://①②⑦.⓪.⓪.①/",
  "https://１２７.0.0.1/",
  "https://127。0。0。1/",
  "https://%31%32%37.0.0.1/",
])("%s is refused as an address (I2)", (text) => {
  const read = readTarget(text);
  if (!read.ok) throw new Error(read.reason);
  expect(read.target.isAddress).toBe(true);
  expect(reasonToRefuseAddress(read.target.host)).not.toBeNull();
});

test.each([
  ["router.local", true],
  ["nas.home.arpa", true],
  ["internal", true],
  ["example.com", false],
  ["notlocalhost", false],
  ["localhost.example.com", false],
])("%s is an internal name: %s", (name, inside) => {
  expect(isInsideName(name)).toBe(inside);
});
