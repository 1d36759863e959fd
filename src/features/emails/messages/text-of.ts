import { compile } from "html-to-text";

/** Beyond this the plain-text part is cut: nobody reads a megabyte of it, and making it would hold up the worker. */
const maxHtmlForText = 1_000_000;

const convertHtml = compile({
  wordwrap: 76,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
  ],
});

/** The plain-text part: as given, or made from the HTML. */
export function textOf(content: { html: string | null; text: string | null }): string {
  if (content.text !== null) return content.text;
  const html = content.html ?? "";
  if (html.length <= maxHtmlForText) return convertHtml(html);
  const cutAt = html.lastIndexOf("<", maxHtmlForText);
  return `${convertHtml(html.slice(0, cutAt > 0 ? cutAt : maxHtmlForText))}\n\n[The rest of this message is in its HTML part.]`;
}
