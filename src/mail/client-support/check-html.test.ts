import { expect, test } from "vitest";
import { CLIENT_FAMILIES, checkHtml } from "./check-html.ts";
import { findTraits } from "./find-traits.ts";

function traitsOf(html: string): string[] {
  const traits = new Set<string>();
  findTraits(html, ["align"], (trait) => traits.add(trait));
  return [...traits];
}

const titlesOf = (html: string) => checkHtml(html).features.map(({ title }) => title);

test.each([
  ["an element", "<video></video>", ["element:video"]],
  ["an attribute", '<td ALIGN="left">', ["attribute:align"]],
  ["the type of an input", '<input type="Checkbox">', ["type:input:checkbox"]],
  ["a local link", '<a href="#top">', ["link:#"]],
  ["a mailto: link", '<a href="mailto:ada@example.com">', ["link:mailto"]],
  ["an image format", '<img src="https://example.com/a.WEBP?width=2#x">', ["image:webp"]],
  ["an embedded image", '<img src="data:image/svg+xml;base64,AAAA">', ["image:base64", "image:svg"]],
  ["images for several widths", '<img srcset="a.avif 1x, b.jpeg 2x">', ["image:avif", "image:jpg"]],
  ["a background in CSS", "<style>p{background:url('a.png')}</style>", ["image:png"]],
  ["the doctype", "<!DOCTYPE html>", ["doctype"]],
  ["a comment", "<!-- x -->", ["comment:html"]],
  ["a comment in CSS", "<style>/* { */</style>", ["comment:css"]],
  ["a meta element", '<meta name="color-scheme" content="dark">', ["meta:color-scheme"]],
  ["a declaration in an attribute", '<p style="display: Flex">', ["property:display", "value:display:flex"]],
  ["the last of several declarations", '<p style="a:b;gap:1rem">', ["property:gap", "unit:rem"]],
  ["a percentage", '<p style="width:50%">', ["unit:%"]],
  [
    "functions inside each other",
    '<p style="width:max(calc(1px + 2vw))">',
    ["function:max", "function:calc", "unit:vw"],
  ],
  ["a variable's definition", "<style>:root{--brand:red}</style>", ["function:var"]],
  ["an important declaration", '<p style="color:red ! important">', ["important"]],
  ["a keyword", '<p style="color:initial">', ["keyword:initial"]],
  ["an at-rule without a block", "<style>@import 'a.css';</style>", ["at:import"]],
  [
    "a media query",
    "<style>@media screen and (prefers-color-scheme: dark){p{gap:0}}</style>",
    ["at:media", "media:prefers-color-scheme", "property:gap"],
  ],
  ["an unclosed style sheet", "<style>p{gap:0", ["property:gap"]],
  [
    "a rule inside a rule",
    "<style>p{color:red;&:hover{gap:0}}</style>",
    ["nesting", "pseudo:hover", "property:gap"],
  ],
  ["a pseudo-element", "<style>p::before{}</style>", ["pseudo:before"]],
  ["a child combinator", "<style>ul>li{}</style>", ["selector:child"]],
  ["a descendant combinator", "<style>ul li{}</style>", ["selector:descendant"]],
  ["chained classes", "<style>.a.b{}</style>", ["selector:chaining", "selector:class"]],
  ["an attribute selector", '<style>[type="text"]{}</style>', ["selector:attribute"]],
])("%s is found", (_what, html, traits) => {
  expect(traitsOf(html)).toEqual(expect.arrayContaining(traits));
});

test.each([
  ["text of the mail", "<p>display:flex</p>", "value:display:flex"],
  ["a comment", "<!-- <video> --><style>/* p{gap:0} */</style>", "property:gap"],
  ["a conditional comment", "<!--[if mso]><video><![endif]-->", "element:video"],
  ["a string", `<style>p{content:"; gap:0;"}</style>`, "property:gap"],
  ["a URL", "<style>p{background:url(data:a;gap:0)}</style>", "property:gap"],
  ["an argument of :nth-child()", "<style>li:nth-child(2n+1){}</style>", "selector:adjacent-sibling"],
  ["spaces around a combinator", "<style>ul > li{}</style>", "selector:descendant"],
  ["the steps of an animation", "<style>@keyframes a{from{gap:0}50%{gap:0}}</style>", "selector:type"],
  ["a rule in a media query", "<style>@media print{p{gap:0}}</style>", "nesting"],
])("%s is not mistaken for a feature", (_what, html, trait) => {
  expect(traitsOf(html)).not.toContain(trait);
});

test("a feature names its lines, its clients and their notes", () => {
  const { features, clients } = checkHtml(
    "<p>\n<video></video>\n<style>\n  p { color: red }\n\n  p > b { gap: 0 }\n</style>\n<video></video>",
  );
  const video = features.find(({ slug }) => slug === "html-video");
  expect(video).toMatchObject({
    title: "<video> element",
    category: "html",
    url: "https://www.caniemail.com/features/html-video/",
    count: 2,
    lines: [2, 8],
  });
  expect(video?.clients).toContainEqual({ id: "outlook.windows", support: "unsupported", note: null });
  expect(video?.clients.find(({ id }) => id === "gmail.ios")?.note).toContain("replaced by");
  expect(features.find(({ slug }) => slug === "css-gap")?.lines).toEqual([6]);
  expect(clients.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "gmail.desktop-webmail",
      "outlook.windows",
      "apple-mail.ios",
      "thunderbird.macos",
    ]),
  );
});

test("the newest version of a client counts, also when versions are years and numbers", () => {
  const { features } = checkHtml("<style>@keyframes a{}</style>");
  const keyframes = features.find(({ slug }) => slug === "css-at-keyframes");
  // 2011 and 2016 supported it; 16.80 does not.
  expect(keyframes?.clients.find(({ id }) => id === "outlook.macos")?.support).toBe("unsupported");
});

test("the shares add up to 100, and are 100 only when nothing is lacking", () => {
  const check = checkHtml("<p><video></video><b style='display:flex'>");
  for (const { supported, partial, unsupported } of [check, ...check.features, ...check.clients])
    expect(Math.round((supported + partial + unsupported) * 10)).toBe(1_000);
  expect(check.supported).toBeLessThan(100);
  expect(check.features.map(({ supported }) => supported)).toEqual(
    check.features.map(({ supported }) => supported).toSorted((a, b) => a - b),
  );
});

test("only the chosen clients count", () => {
  expect(CLIENT_FAMILIES).toEqual(expect.arrayContaining(["gmail", "outlook", "apple-mail", "yahoo"]));
  const html = "<style>@keyframes a{}</style>";
  const apple = checkHtml(html, ["apple-mail"]);
  expect(apple.clients.map(({ id }) => id)).toEqual(["apple-mail.macos", "apple-mail.ios"]);
  expect(apple.features.flatMap(({ clients }) => clients)).toEqual([]);
  expect(checkHtml(html).features).not.toEqual([]);
});

test("text without HTML uses nothing and is supported everywhere", () => {
  expect(checkHtml("")).toMatchObject({ supported: 100, featureCount: 0, features: [], isCut: false });
  expect(titlesOf("<strong>Hello</strong>")).toEqual([]);
});

test("HTML after 300,000 characters is not checked", () => {
  const check = checkHtml(`${"<b>x</b>".repeat(40_000)}<video></video>`);
  expect(check.isCut).toBe(true);
  expect(check.features.map(({ slug }) => slug)).not.toContain("html-video");
});

const SIZE = 2_000_000;
test.each([
  ["deep nesting", "<div>"],
  ["nested rules", "<style>", "a{"],
  ["comments that do not end", "<style>", "/*"],
  ["one long word", "<style>a{b:", "a"],
  ["functions that do not end", "<style>a{b:", "calc("],
  ["strings that do not end", "<style>", "'\\"],
  ["one selector of classes", "<style>", ".a"],
  ["brackets that do not close", "<style>", "["],
  ["spaces", "<style>a{b:", " "],
  ["styles in attributes", "", "<p style='display:flex;width:1px'>"],
])("2 MB of %s are checked within the deadline", (_what, start, part = start) => {
  const html = `${start}${part.repeat(SIZE / part.length)}{`;
  const startedAt = performance.now();
  expect(checkHtml(html).isCut).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
