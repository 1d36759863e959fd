/** HTML bodies that are expensive for careless parsers, each of about the requested size. */
export const hostileHtml: Record<string, (bytes: number) => string> = {
  "nested div": (bytes) => fill("<div>", bytes),
  "nested div, closed": (bytes) => nest("<div>", "</div>", bytes),
  "nested b": (bytes) => fill("<b>", bytes),
  "nested tables": (bytes) => fill("<table><tr><td>", bytes),
  "nested tables, closed": (bytes) => nest("<table><tr><td>", "</td></tr></table>", bytes),
  "nested lists": (bytes) => fill("<ul><li>", bytes),
  "nested ordered lists with text": (bytes) => fill("<ol><li>x", bytes),
  "nested blockquotes": (bytes) => fill("<blockquote>x", bytes),
  "nested links": (bytes) => fill('<a href="https://example.com">x', bytes),
  "nested hidden elements": (bytes) => fill('<p style="display:none">x', bytes),
  "elements of names of their own": (bytes) => count(bytes, 10, (n) => `<x${n.toString(36)}>`),
  "closing tags alone": (bytes) => fill("</p>", bytes),
  "mismatched closing tags": (bytes) =>
    `${fill("<i>", 3_000)}<b>${fill("<i>", 3_000)}${fill("</b></u>", bytes)}`,
  "flat table": (bytes) => `<table>${fill("<tr><td>a</td><td>b</td></tr>", bytes)}</table>`,
  "one row of many cells": (bytes) => `<table><tr>${fill("<td>a", bytes)}</tr></table>`,
  paragraphs: (bytes) => fill("<p>x</p>", bytes),
  "line breaks": (bytes) => fill("<br>", bytes),
  "many images": (bytes) => fill('<img alt="x" src="y">', bytes),
  "many attributes": (bytes) => `<p ${count(bytes, 8, (n) => `a${n.toString(36)}=1 `)}>x</p>`,
  "one long attribute": (bytes) => `<a href="${fill("x", bytes)}">y</a>`,
  "one long style": (bytes) => `<p style="${fill("display:none;", bytes)}">y</p>`,
  "style of blanks": (bytes) => `<p style="display${fill(" ", bytes)}">y</p>`,
  "one long attribute of entities": (bytes) => `<a href="${fill("&amp;", bytes)}">y</a>`,
  "one long link text": (bytes) => `<a href="https://example.com">${fill("x ", bytes)}</a>`,
  "one long comment": (bytes) => `<!--${fill("- -- ", bytes)}`,
  "conditional comments": (bytes) => fill("<!--[if mso]><p>x<![endif]-->", bytes),
  "many comments": (bytes) => fill("<!---->", bytes),
  "open angle brackets": (bytes) => fill("<", bytes),
  "open tag names": (bytes) => fill("<a", bytes),
  entities: (bytes) => fill("&amp;", bytes),
  "entities without end": (bytes) => fill("&CounterClockwiseContourIntegra", bytes),
  "numeric entities": (bytes) => fill("&#x10FFFF;", bytes),
  "ampersands alone": (bytes) => fill("&", bytes),
  "one long word": (bytes) => fill("x", bytes),
  "short words": (bytes) => fill("x ", bytes),
  blanks: (bytes) => fill(" \t\n", bytes),
  "non-breaking spaces": (bytes) => fill("&nbsp;", bytes),
  "invisible characters": (bytes) => fill("\u200b\u034f", bytes / 2),
  "one long preformatted line": (bytes) => `<pre>${fill("x ", bytes)}</pre>`,
  "preformatted line ends": (bytes) => `<pre>${fill("\n", bytes)}</pre>`,
  "unclosed script": (bytes) => `<script>${fill("</scrip", bytes)}`,
  "unclosed title": (bytes) => `<title>${fill("&lt;", bytes)}`,
  "unclosed textarea": (bytes) => `<textarea>${fill("<b>", bytes)}`,
  "CDATA sections": (bytes) => fill("<![CDATA[x]]>", bytes),
  headings: (bytes) => fill("<h1>X", bytes),
  "Japanese text": (bytes) => fill("ご注文の商品", bytes / 3),
  "template markers": (bytes) => fill("{{name}} ", bytes),
  "open template markers": (bytes) => fill("{{", bytes),
};

function fill(piece: string, bytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
}

function nest(open: string, close: string, bytes: number): string {
  const depth = Math.floor(bytes / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
}

function count(bytes: number, length: number, piece: (n: number) => string): string {
  return Array.from({ length: Math.floor(bytes / length) }, (_, n) => piece(n)).join("");
}
