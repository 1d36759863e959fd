/** HTML → `checkHtml` → the features of HTML and CSS that mail clients do not support. The data are those of Can I email. */
export { CLIENT_FAMILIES, checkHtml, type HtmlCheck } from "./check-html.ts";
