import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hostileHtml } from "../../../test/harness/hostile-html.ts";
import { plainTextOf } from "./index.ts";

const golden = new URL("./golden/", import.meta.url);
const layouts = readdirSync(golden).filter((name) => name.endsWith(".html"));

/** Before you update the .txt files with `vitest -u`, read them as a recipient would. */
test.each(layouts)("the text of %s", async (name) => {
  const text = plainTextOf(readFileSync(new URL(name, golden), "utf8"));
  expect(text).not.toMatch(/\n{3}/);
  expect(text).not.toMatch(/[ \t]$/m);
  await expect(`${text}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL(name.replace(".html", ".txt"), golden)),
  );
});

test.each([
  ["headings keep their case", "<h1>Code aB3-x</h1>", "Code aB3-x"],
  ["cells are kept apart", "<table><tr><td>Beans</td><td>2</td><td>$36</td></tr></table>", "Beans | 2 | $36"],
  [
    "an empty cell keeps its column",
    "<table><tr><th>A<th>B<th>C<tr><td>1<td><td>3</table>",
    "A | B | C\n1 | | 3",
  ],
  ["alt texts are text", '<img alt="Open until 8">', "Open until 8"],
  [
    "images without alt texts are mentioned",
    "<img src=a>",
    "[This message is made of images. They are in its HTML part.]",
  ],
  ["empty HTML gives an empty text", " <p> &nbsp;</p>", ""],
  ["a link whose text is its address", '<a href="https://www.example.com/">example.com</a>', "example.com"],
  ["a link with a text", '<a href="https://example.com/x">Go</a>', "Go [https://example.com/x]"],
  [
    "a link around a heading",
    '<a href="https://example.com"><h2>Go</h2></a>on',
    "Go [https://example.com]\n\non",
  ],
  ["a link without a target", '<a href="#top">Up</a> <a name="x">here</a>', "Up here"],
  ["an image that links", '<a href="https://example.com"><img src=x></a>', "[https://example.com]"],
  ["hidden elements", '<p hidden>a</p><p style="DISPLAY : none !important">b</p>c', "c"],
  ["a layout's font size of zero hides nothing", '<td style="font-size:0"><p>a</p></td>', "a"],
  ["an open hidden element ends with its parent", "<div><span style='display:none'>x</div>y", "y"],
  ["a style sheet that is never closed", "<p>a</p><style>p{}", "a"],
  ["a head that is never closed", "<head><title>t</title><p>a</p>", "a"],
  ["closing tags without an open element", "a</div></p></b></td></table>b", "a\n\nb"],
  [
    "a closing tag in a cell ends nothing outside",
    "<div><table><tr><td>a</div>b</td><td>c</td></tr></table></div>",
    "a, b | c",
  ],
  ["line breaks", "a<br>b<br><br><br><br>c", "a\nb\n\nc"],
  ["blanks collapse", " a \n\t b&nbsp;&nbsp; <b> c</b>", "a b c"],
  [
    "joiners stay between letters and pictures",
    "می&zwnj;خواهم 👩&zwj;🚀 x&zwnj;&nbsp;&zwnj;",
    "می‌خواهم 👩‍🚀 x",
  ],
  ["preformatted text", "<pre>a  b\n\n\n  c</pre>", "a  b\n\n  c"],
  ["unclosed items", "<ul><li>a<li>b<ol start=9><li>c<li>d</ol></ul>", "- a\n- b\n  9. c\n  10. d"],
  ["quotes", "<blockquote>a<br><br>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"],
])("%s", (_, html, text) => {
  expect(plainTextOf(html)).toBe(text);
});

test("long lines are wrapped between words", () => {
  const lines = plainTextOf(`<p>${"word ".repeat(100)}<b>${"x".repeat(200)}</b> end</p>`).split("\n");
  expect(lines.filter((line) => line.length > 76)).toEqual(["x".repeat(200)]);
  expect(lines.join(" ").split(" ")).toHaveLength(102);
});

describe("any HTML becomes text in bounded time", () => {
  test.each(Object.entries(hostileHtml))("2 MB of %s", (_, make) => {
    const html = make(2_000_000);
    const before = process.threadCpuUsage();
    const text = plainTextOf(html);
    const { user, system } = process.threadCpuUsage(before);
    // Measured: 5 to 80 ms. The limit for an event loop is 100 ms; a first, uncompiled run on a busy machine takes longer.
    expect((user + system) / 1_000).toBeLessThan(400);
    expect(text.length).toBeLessThan(2_000_000);
    expect(plainTextOf(html)).toBe(text);
  });
});
