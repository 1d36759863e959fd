import { expect, test } from "vitest";
import { expectLinear } from "../../../../test/harness/expect-linear.ts";
import { fixedWidthOf } from "./fixed-width.ts";

test.each([
  ["a table with an attribute", "<table width=\"600\"><tr><td width='180'>x</td></tr></table>", 600],
  ["an attribute without quotes", "<table align=center width=580 border=0>", 580],
  ["a style", '<div style="margin: 0 auto; width: 640px">x</div>', 640],
  ["a minimum", '<body style="min-width:700px">', 700],
  ["a rule of a style sheet", "<style>.main { width: 620px; padding: 0 } p { margin: 0 }</style>", 620],
  ["a picture", '<img src="a.png" width="560" height="200">', 560],
  ["a rule for other elements", '<style>img { width: 100% }</style><table class="img" width="600">', 600],
  [
    "a rule for another id",
    '<style>#table, #side { width: 100% }</style><table id="main" data-id="side" width="600">',
    600,
  ],
  [
    "text about styles",
    "<p>The @media (max-width rule</p><style>p { margin: 0 }</style><table width=600>",
    600,
  ],
  ["a limit in pixels", '<table width="600" style="max-width: 600px">', 600],
  ["a style that wins over the attribute", '<table width="600" style="width: 320px">', 320],
])("a fixed width is found: %s", (_, html, width) => {
  expect(fixedWidthOf(html)).toBe(width);
});

test.each([
  ["plain paragraphs", "<p>Hello</p>"],
  ["percent", '<table width="100%"><tr><td style="width: 50%">'],
  ["a limit only", '<div style="max-width: 600px; margin: 0 auto">'],
  ["a full width with a limit", '<table width="600" style="width: 100%; max-width: 600px">'],
  ["pictures that shrink", '<style>img { max-width: 100%; height: auto }</style><img width="800">'],
  [
    "a class with a flexible width",
    '<style>p {} .box, .c { width: 100% !important }</style><table class="a c" width="600">',
  ],
  ["an id with a flexible width", "<style>#main{width:100%}</style><table id=main width=700>"],
  ["a picture that shrinks", '<img width="600" style="max-width: 100%; height: auto">'],
  [
    "styles for narrow screens",
    "<style>@media only screen and (max-width: 600px) { table { width: 100% } }</style><table width=600>",
  ],
  ["a comment for Outlook", '<!--[if mso]><table width="600"><tr><td><![endif]--><p>Hello</p>'],
  ["a comment that does not end", '<p>Hello</p><!-- <table width="600">'],
  ["widths of other things", '<td style="border-width: 900px" data-width="900">width: 900px'],
  ["a trick that hides text", '<div style="width: 9999px; overflow: hidden">'],
])("a message without a fixed width adapts: %s", (_, html) => {
  expect(fixedWidthOf(html)).toBe(0);
});

test.each([
  "<a ",
  "<!--",
  "{ ",
  "@media ",
  "@media max-width",
  "max-width",
  "width:",
  "<a width=",
  "<a class=",
  "<a id=",
  "p{width:1%}",
  "\t",
])("the cost is linear in the size of a message of %j", async (piece) => {
  await expectLinear((size) => piece.repeat(size), 20_000, fixedWidthOf);
});
