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
  ["I5 user info", "https://a@example.com/", "must not contain a user name"],
  ["I5 user info and password", "https://a:b@example.com/", "must not contain a user name"],
  ["I5 empty user info", "https://@example.com/", "must not contain a user name"],
  ["I5 two at signs", "https://public.example@127.0.0.1@public.example/", "must not contain a user name"],
  ["I5 a backslash", "https://public.example\\@127.0.0.1/", "must not contain spaces"],
  ["I5 a tab", "https://127.0\t.0.1/", "must not contain spaces"],
  ["I5 a line feed", "https://example.com/\nHost: x", "must not contain spaces"],
  ["I5 a space before", " https://example.com/", "must not contain spaces"],
  ["I5 a no-break space", "https://example.com/\u00a0", "must not contain spaces"],
  ["I5 NUL", "https://example.com/\0", "must not contain spaces"],
  ["I5 a slash of another script", "https://example.com\uff0f/", "must be a URL"],
  ["I5 no slashes", "https:example.com", "must be a URL"],
  ["I5 one slash", "https:/example.com", "must be a URL"],
  ["I5 three slashes", "https:///example.com", "must name a host"],
  ["I5 port 0", "https://example.com:0/", "must use port"],
  ["I5 SMTP", "https://example.com:25/", "must use port"],
  ["I5 SSH", "https://example.com:22/", "must use port"],
  ["I5 Redis", "https://example.com:6379/", "must use port"],
  ["I5 a port out of range", "https://example.com:65536/", "must be a URL"],
  ["I6 http", "http://example.com/", "must begin with https://"],
  ["I6 http to SMTP", "http://example.com:25/", "must begin with https://"],
  ["I6 C16 file", "file:///etc/passwd", "must begin with https://"],
  ["I6 C16 data", `data:text/plain,${"x".repeat(100)}`, "must be a URL"],
  ["I6 C16 huge data", `data:text/plain,${"x".repeat(1_000_000)}`, "must have at most"],
  ["I6 ftp", "ftp://example.com/", "must begin with https://"],
  ["I6 gopher", "gopher://example.com:6379/_x", "must begin with https://"],
  ["I6 javascript", "javascript:alert(1)", "must be a URL"],
  ["I6 view-source", "view-source:https://example.com", "must be a URL"],
  ["I6 no scheme", "//example.com/", "must be a URL"],
  ["I6 a path", "/etc/passwd", "must be a URL"],
  ["I6 nothing", "", "must be a URL"],
  ["I2 localhost", "https://localhost/", "not on the public internet"],
  ["I2 localhost with a dot", "https://localhost./", "not on the public internet"],
  ["I2 below localhost", "https://a.LOCALHOST/", "not on the public internet"],
  ["I14 Google's metadata", "https://metadata.google.internal/", "not on the public internet"],
  ["I14 Google's metadata, dotted", "https://metadata.google.internal./", "not on the public internet"],
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
])("I2 %s is an address, and one that is refused", (text) => {
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
])("%s is a name of an inside: %s", (name, inside) => {
  expect(isInsideName(name)).toBe(inside);
});
