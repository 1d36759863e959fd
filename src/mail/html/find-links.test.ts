import { expect, test } from "vitest";
import { findLinks } from "./find-links.ts";

const found = (html: string) =>
  findLinks(html, new Set(["data-x"])).links.map(({ start, end, href, attributes }) => ({
    written: html.slice(start, end),
    href,
    ...Object.fromEntries(attributes),
  }));

test.each([
  ["double quotes", '<a href="https://a.example/">x</a>', "https://a.example/"],
  ["single quotes", "<a href='https://a.example/'>x</a>", "https://a.example/"],
  ["no quotes", "<a href=https://a.example/>x</a>", "https://a.example/"],
  ["blanks around the equals sign", '<a href \n= "https://a.example/">x</a>', "https://a.example/"],
  ["upper case", '<A HREF="https://a.example/">x</A>', "https://a.example/"],
  [
    "character references",
    '<a href="https://a.example/?a=1&amp;b=2&#38;c">x</a>',
    "https://a.example/?a=1&b=2&c",
  ],
  ["a reference at the start", '<a href="&#104;ttps://a.example/">x</a>', "https://a.example/"],
  [
    "a nested href in the value",
    `<a href='https://a.example/?q=<a href="x">'>x</a>`,
    'https://a.example/?q=<a href="x">',
  ],
  ["an image map", '<map><area shape="rect" href="https://a.example/"></map>', "https://a.example/"],
  [
    "the first of two attributes",
    '<a href="https://a.example/" href="https://b.example/">x</a>',
    "https://a.example/",
  ],
  [
    "VML for Outlook",
    '<!--[if mso]><v:roundrect href="https://a.example/"></v:roundrect><![endif]-->',
    "https://a.example/",
  ],
  [
    "a version of Outlook",
    '<!--[if (gte mso 9)|(IE)]><a href="https://a.example/">x</a><![endif]-->',
    "https://a.example/",
  ],
  [
    "mail programs but Outlook",
    '<!--[if !mso]><!--><a href="https://a.example/">x</a><!--<![endif]-->',
    "https://a.example/",
  ],
])("a link is found: %s (Q4)", (_, html, href) => {
  const [link, ...others] = found(html);
  expect(link?.href).toBe(href);
  expect(others).toEqual([]);
  expect(html.slice(0, html.indexOf(link?.written ?? "?"))).toMatch(/href\s*=\s*["']?$/i);
});

test.each([
  ["CSS", "<style>a { background: url(https://a.example/) }</style>"],
  ["a style sheet", '<link rel="stylesheet" href="https://a.example/">'],
  ["an ordinary comment", '<!-- <a href="https://a.example/">x</a> -->'],
  ["a script", '<script>"<a href=https://a.example/>"</script>'],
  ["a text field", '<textarea><a href="https://a.example/"></textarea>'],
  ["an anchor", '<a name="top">x</a>'],
  ["an href without a value", "<a href>x</a>"],
  ["an image", '<img src="https://a.example/">'],
])("no link is found in %s (Q4)", (_, html) => {
  expect(found(html)).toEqual([]);
});

test("the same URL twice is two links, and requested attributes are reported (Q4)", () => {
  const link = '<a data-x="1" href="https://a.example/">x</a>';
  expect(found(link + link)).toEqual([
    { written: "https://a.example/", href: "https://a.example/", "data-x": "1" },
    { written: "https://a.example/", href: "https://a.example/", "data-x": "1" },
  ]);
});

test.each([
  ["<html><body>x</body></html>", 13],
  ["<html>x</html>", 7],
  ["x", 1],
  ["<!-- </body> -->x", 17],
])("the end of the body of %s", (html, end) => {
  expect(findLinks(html, new Set()).bodyEnd).toBe(end);
});
