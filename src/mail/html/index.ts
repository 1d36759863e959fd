/**
 * HTML of mails, read in one pass: bounded in time by its length, and without a tree, so that no nesting costs anything.
 *
 * HTML → `walkHtml` → tags and texts in their order
 * HTML → `plainTextOf` → the text part for readers of plain text
 */
export { plainTextOf } from "./plain-text.ts";
export { type Attributes, walkHtml } from "./walk-html.ts";
