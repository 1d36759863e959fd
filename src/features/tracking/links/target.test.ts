import { expect, test } from "vitest";
import { decodeTarget, encodeTarget, readTarget, UNCHANGED_BY_PARSER } from "./target.ts";

const url = "https://shop.example/offer?id=1";

test.each([
  ["javascript:alert(1)"],
  ["//evil.example/"],
  ["https:\\\\evil.example"],
  ["https://a@evil.example/"],
  ["https://a.example/\r\nSet-Cookie: x"],
  ["HTTPS://A.example/"],
])("%s is never the target of a redirect (H2)", (text) => {
  expect(decodeTarget(encodeTarget(text))).toBeNull();
});

test("another encoding of the same URL is refused (Q1)", () => {
  expect(decodeTarget(encodeTarget(url))).toBe(url);
  expect(decodeTarget(`${encodeTarget(url)}=`)).toBeNull();
  expect(decodeTarget(encodeURIComponent(url))).toBeNull();
});

test.each([
  ["https://shop.example", "https://shop.example/"],
  ["https://shop.example:443/", "https://shop.example/"],
  ["http://shop.example:80/", "http://shop.example/"],
  ["https://shop.example/a/../b", "https://shop.example/b"],
  ["https://shop.example/a/%2E%2e/b", "https://shop.example/b"],
  ["https://shop.example/.", "https://shop.example/"],
  ["https://SHOP.example/A", "https://shop.example/A"],
  ["https://shop.example/ä?ö#ü", "https://shop.example/%C3%A4?%C3%B6#%C3%BC"],
  ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
  ["https://shop.example/a b", "https://shop.example/a%20b"],
  ["https://shop.example\\a", "https://shop.example/a"],
  ["https://0x7f.1/", "https://127.0.0.1/"],
  ["https://127.1/", "https://127.0.0.1/"],
  ["https://shop.example/?q='", "https://shop.example/?q=%27"],
  ["\t https://shop.example/ ", "https://shop.example/"],
  ["https://shop.example/a\nb", "https://shop.example/ab"],
])("%s becomes %s, as a browser requests it", (href, target) => {
  expect(readTarget(href)).toBe(target);
});

/** Parts that parsers change, and parts of ordinary URLs, separated by spaces. */
const PARTS = [
  ..."https:// http:// HTTPS:// https:/ ftp:// shop xn-- xn--mnchen-3ya 0x1f 127 1 A example - _ . .. / // /. /..".split(
    " ",
  ),
  ..."%2e %2E % %00 %41 : :80 :443 :8080 ? # @ & = + ' \" < > ` { | } ^ [ ] \\ ~ ! $ * ( ) , ; ä \u00ad \u200d \ud800".split(
    " ",
  ),
  ..." \t\n\0",
];

test("a URL that is not parsed is the one that a parser gives: 200,000 mutations (H1)", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const starts = [
    "https://shop.example/",
    "https://a.b-c.example/x?y=1#z",
    "http://localhost/",
    "https://",
    "",
  ];
  let matches = 0;
  for (let n = 0; n < 200_000; n += 1) {
    let href = starts[random(starts.length)] as string;
    for (let part = random(6); part >= 0; part -= 1) {
      const at = random(3) === 0 ? random(href.length + 1) : href.length;
      href = href.slice(0, at) + PARTS[random(PARTS.length)] + href.slice(at);
    }
    if (!UNCHANGED_BY_PARSER.test(href)) continue;
    matches += 1;
    const parsed = URL.parse(href);
    if (href !== parsed?.href) expect.fail(`${JSON.stringify(href)} is parsed as ${parsed?.href}`);
    if (parsed.username !== "" || !/^https?:$/.test(parsed.protocol)) expect.fail(href);
  }
  expect(matches).toBeGreaterThan(10_000);
});
