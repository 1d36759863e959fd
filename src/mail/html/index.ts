/**
 * Reads the HTML of mails in one pass: the time is bounded by the length, and there is no tree, so nesting costs nothing.
 *
 * HTML → `walkHtml` → tags and texts in order
 * HTML → `plainTextOf` → the text part for readers of plain text
 * HTML → `findLinks` → the links, and where each URL is written
 */
export { findLinks, type HtmlLink } from "./find-links.ts";
export { plainTextOf } from "./plain-text.ts";
export { type Attributes, walkHtml } from "./walk-html.ts";
