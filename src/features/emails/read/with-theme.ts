export type PreviewTheme = "light" | "dark";

/** Bounded repeats: a megabyte of spaces must not take quadratic time. */
const SCHEME_QUERY = /\(\s{0,20}prefers-color-scheme\s{0,20}:\s{0,20}(dark|light)\s{0,20}\)/gi;

/**
 * The HTML of a preview as a mail program with a light or a dark theme shows it. A sandboxed frame has the theme of the browser, so the
 * queries for the theme are replaced by ones that are always or never true. Mail programs treat mail without dark
 * styles differently, which is not imitated.
 */
export function withTheme(html: string, theme: PreviewTheme): string {
  let hasQuery = false;
  const themed = html.replace(SCHEME_QUERY, (_, scheme: string) => {
    hasQuery = true;
    return scheme.toLowerCase() === theme ? "(min-width: 0)" : "(max-width: 0)";
  });
  // At the end: a style before the doctype would change how the page is read.
  return hasQuery ? `${themed}<style>:root { color-scheme: ${theme} }</style>` : themed;
}
