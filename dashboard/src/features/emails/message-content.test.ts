import { expect, test } from "vitest";
import { hasRemoteImages, linksOf } from "./message-content.ts";

test("links are found with their texts, each URL once", () => {
  const html = `<p><a style="color:red" href="https://example.com/confirm?a=1&amp;b=2"><b>Confirm</b>
    &lt;now&gt;</a> <A HREF='mailto:help@example.com'>Help</A> <a href=https://example.com/plain>plain</a>
    <a class="x"
       href="https://example.com/confirm?a=1&#38;b=2">again</a>`;
  expect(linksOf(html)).toEqual([
    { url: "https://example.com/confirm?a=1&b=2", text: "Confirm <now>" },
    { url: "mailto:help@example.com", text: "Help" },
    { url: "https://example.com/plain", text: "plain" },
  ]);
});

test.each([
  ["script", `<a href="javascript:alert(1)">x</a>`],
  ["script behind references", `<a href="java&#115;cript:alert(1)">x</a>`],
  ["script behind white space", `<a href=" \tjava\nscript:alert(1)">x</a>`],
  ["data", `<a href="data:text/html,<script>">x</a>`],
  ["relative", `<a href="/settings">x</a>`],
  ["no href", `<a name="top" data-href="https://example.com">x</a>`],
  ["other elements", `<abbr href="https://example.com">x</abbr><area href="https://example.com">`],
])("%s is not a link", (_, html) => {
  expect(linksOf(html)).toEqual([]);
});

test("an unclosed or broken link causes no error", () => {
  expect(linksOf(`<a href="https://example.com/">never closed`)).toEqual([
    { url: "https://example.com/", text: "never closed" },
  ]);
  expect(linksOf(`<a href="https://example.com/`)).toEqual([]);
  expect(linksOf(`&#9999999; <a href="https://example.com/?&#9999999;">&bogus;</a>`)).toEqual([
    { url: "https://example.com/?&#9999999;", text: "&bogus;" },
  ]);
});

test.each([
  [`<img src="https://cdn.example.com/a.png">`, true],
  [`<img src='//cdn.example.com/a.png'>`, true],
  [`<td style="background:url(http://cdn.example.com/a.png)">`, true],
  [`<img src="data:image/png;base64,AAAA"><a href="https://example.com">x</a>`, false],
])("%s: remote images %s", (html, expected) => {
  expect(hasRemoteImages(html)).toBe(expected);
});
