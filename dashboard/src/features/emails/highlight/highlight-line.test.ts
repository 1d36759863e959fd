import { expect, test } from "vitest";
import { highlightLine, type LineState, START } from "./highlight-line.ts";

/** `scope:text` of each token with a scope. */
function scopesOf(html: string): string[] {
  let state: LineState = START;
  return html.split("\n").flatMap((line) => {
    const result = highlightLine(line, state);
    state = result.state;
    expect(result.tokens.map(({ text }) => text).join("")).toBe(line);
    return result.tokens.filter(({ scope }) => scope !== null).map(({ text, scope }) => `${scope}:${text}`);
  });
}

test.each([
  ["a tag", '<a href="x">y</a>', ["name:<a", "attribute:href", 'string:"x"', "name:>", "name:</a>"]],
  [
    "an unquoted value",
    "<td width=50% nowrap>",
    ["name:<td", "attribute:width", "string:50%", "attribute:nowrap", "name:>"],
  ],
  ["an entity", "a &amp; b & c", ["entity:&amp;"]],
  ["a doctype", "<!doctype html>", ["comment:<!doctype html>"]],
  ["a lone bracket", "1 < 2", []],
  ["a comment of two lines", "<!-- a\nb --><b>", ["comment:<!-- a", "comment:b -->", "name:<b>"]],
  [
    "a value of two lines",
    "<a title='b\nc' d>",
    ["name:<a", "attribute:title", "string:'b", "string:c'", "attribute:d", "name:>"],
  ],
  ["a tag of two lines", "<a\nb>", ["name:<a", "attribute:b", "name:>"]],
  [
    "a style sheet",
    "<style>\n.a:hover { color: #fff; width: 1.5em !important }\n</style>x",
    [
      "name:<style>",
      "property:color",
      "number:#fff",
      "property:width",
      "number:1.5em",
      "keyword:!important",
      "name:</style>",
    ],
  ],
  [
    "a media query",
    "<style>@media print { p { gap: 0 } }",
    ["name:<style>", "keyword:@media", "property:gap", "number:0"],
  ],
  ["a comment in CSS", "<style>/* a\nb */ c", ["name:<style>", "comment:/* a", "comment:b */"]],
])("%s is highlighted", (_what, html, scopes) => {
  expect(scopesOf(html)).toEqual(scopes);
});

test.each(["<", "<a ", "<a b='", "&", "<style>a:", "<style>/*", "<!--", "a=", '"'])(
  "a line of 100,000 characters of %j takes linear time",
  (part) => {
    const startedAt = performance.now();
    highlightLine(part.repeat(100_000 / part.length), START);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);
