import { textOf } from "./search.ts";

/** `?next=` from the address bar. Pass it through `nextPath` before navigating. */
export function searchWithNext(search: Record<string, unknown>): { next?: string | undefined } {
  return { next: textOf(search.next) };
}

/** The path to open after signing in. The value comes from the address bar, so anything that would leave
 * our own origin (`//evil`, `/\evil`, `https://evil`, `javascript:`) becomes the start page.
 */
export function nextPath(next: string | undefined, origin: string): string {
  if (next === undefined || !next.startsWith("/")) return "/";
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return "/";
  }
  // A path of "//host" would survive the origin check here and still leave when it is navigated to.
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}
