/** Paths for programs: their answers are no pages. /compat is where the surfaces of other products are. */
export function isApiPath(path: string): boolean {
  return /^\/(api|compat)([/?]|$)/.test(path);
}

/** Without the query string. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
