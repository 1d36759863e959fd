/** Paths for programs, whose responses are not pages. /compat contains the APIs of other products. */
export function isApiPath(path: string): boolean {
  return /^\/(api|compat)([/?]|$)/.test(path);
}

/** The path without its query string. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
